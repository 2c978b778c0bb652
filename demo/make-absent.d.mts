export declare function makeAbsentDemo(): Promise<void>;
