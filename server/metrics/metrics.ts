/**
 * Metrics for operators, in the text format of Prometheus (version 0.0.4). Labels are constants of
 * the code or patterns of routes, and never names from the atlas. Without a client library, all
 * possible labels are in these files.
 */

export type Labels = Readonly<Record<string, string>>;

/** One value of a metric, with its labels. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

export interface Counter {
  add(labels?: Labels): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Returns the lines of the metric, without its help and type. */
  readonly lines: () => readonly string[];
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export class Metrics {
  readonly #families: Family[] = [];

  /** Adds a value that only increases. Its name ends in `_total`. */
  counter(name: string, help: string): Counter {
    const counts = new Map<string, number>([['', 0]]);
    this.#families.push({
      name,
      help,
      type: 'counter',
      // A counter with labels has no value for the name alone.
      lines: () =>
        [...counts]
          .filter(([labels]) => labels !== '' || counts.size === 1)
          .map(([labels, count]) => `${name}${labels} ${count}`),
    });
    return {
      add: (labels = {}) => {
        const key = written(labels);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      },
    };
  }

  /** Adds values that are read at each request. */
  gauge(name: string, help: string, read: () => readonly Sample[]): void {
    this.#sampled('gauge', { name, help, read });
  }

  /** Adds a counter whose values are counted elsewhere. */
  counted(name: string, help: string, read: () => readonly Sample[]): void {
    this.#sampled('counter', { name, help, read });
  }

  /** Counts values below each bound, with their number and sum. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const series = new Map<
      string,
      { labels: Labels; below: number[]; count: number; sum: number }
    >();
    this.#families.push({
      name,
      help,
      type: 'histogram',
      lines: () =>
        [...series.values()].flatMap(({ labels, below, count, sum }) => [
          ...bounds.map(
            (le, at) => `${name}_bucket${written({ ...labels, le: `${le}` })} ${below[at]}`,
          ),
          `${name}_bucket${written({ ...labels, le: '+Inf' })} ${count}`,
          `${name}_sum${written(labels)} ${sum}`,
          `${name}_count${written(labels)} ${count}`,
        ]),
    });
    return {
      observe: (labels, value) => {
        const key = written(labels);
        const one = series.get(key) ?? { labels, below: bounds.map(() => 0), count: 0, sum: 0 };
        series.set(key, one);
        one.count += 1;
        one.sum += value;
        for (const [at, le] of bounds.entries()) if (value <= le) one.below[at]! += 1;
      },
    };
  }

  /** Returns the text of all metrics. */
  render(): string {
    const texts = this.#families.map(({ name, help, type, lines }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()].join('\n'),
    );
    return `${texts.join('\n')}\n`;
  }

  #sampled(
    type: 'counter' | 'gauge',
    { name, help, read }: { name: string; help: string; read: () => readonly Sample[] },
  ): void {
    const lines = () =>
      read().map(({ labels, value }) => `${name}${labels ? written(labels) : ''} ${value}`);
    this.#families.push({ name, help, type, lines });
  }
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const text = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
    return `${name}="${text}"`;
  });
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}
