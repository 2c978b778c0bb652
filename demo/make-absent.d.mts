export declare function makeAbsentDemo(): void;
