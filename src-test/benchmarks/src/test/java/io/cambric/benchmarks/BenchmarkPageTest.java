package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchmarkPageTest {

  private final PeakMeter meter = new PeakMeter(2, _ -> new Peak(200e9, 40e9));
  private final StringWriter output = new StringWriter();

  private BenchReport report(Benchmark benchmark, double seconds) {
    return new BenchReport(new PrintWriter(output, true), benchmark, meter, seconds);
  }

  private String page(Host host, String against, String note, BenchReport... reports) {
    return new BenchmarkPage(
            host,
            meter,
            against,
            "./run bench matmul mlp",
            "0123456",
            note,
            LocalDate.of(2026, 11, 25),
            List.of(reports))
        .toText();
  }

  @Test
  void page_has_the_conditions_and_a_table_for_each_benchmark() {
    var products = report(Benchmark.MATMUL, 0.4);
    products.measurePeak();
    double rate = products.flops("64x64x64 ", 2e6, new Timing(new long[] {16_000, 20_000, 40_000}));
    products.meanFlops("matmul", List.of(rate, 4 * rate));
    var steps = report(Benchmark.MLP, 6);
    steps.keep(new Row("mlp", Map.of(Figure.MIN_MS, 1.5, Figure.PEAK_MB, 250.4)));
    steps.keep(new Row("mlp again", Map.of(Figure.MEDIAN_MS, 2.0)));
    var host = new Host("Some Processor (family 1, model 2)", List.of("L1 32K", "L2 1024K"));

    assertThat(page(host, "JAX 0.10.2", "shared", products, steps))
        .isEqualTo(
            """
            # Some Processor (family 1, model 2), 2026-11-25

            | | |
            | --- | --- |
            | Processor | Some Processor (family 1, model 2) |
            | Cores | %d |
            | Caches | L1 32K, L2 1024K |
            | Measured peak | 200.0 GFLOP/s, copy 40.0 GB/s, 2 threads |
            | OS | %s %s |
            | JDK | %s, %s |
            | Compared with | JAX 0.10.2 |
            | Command | `./run bench matmul mlp` |
            | Statistic | matmul: median and min of the runs of 0.4 s, after a warm-up; mlp: median and \
            min of the runs of 6 s, after a warm-up |
            | Commit | 0123456 |
            | Date | 2026-11-25 |
            | Note | shared |

            ## matmul

            | row | median, ms | min, ms | GFLOP/s | of peak |
            | --- | ---: | ---: | ---: | ---: |
            | 64x64x64 | 0.0200 | 0.0160 | 100.0 | 0.50 |
            | geometric mean |  |  | 200.0 | 1.00 |

            ## mlp

            | row | median, ms | min, ms | peak of the process, MB |
            | --- | ---: | ---: | ---: |
            | mlp |  | 1.5000 | 250 |
            | mlp again | 2.0000 |  |  |
            """
                .formatted(
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("os.name"),
                    System.getProperty("os.version"),
                    Runtime.version(),
                    System.getProperty("java.vendor")));
  }

  @Test
  void conditions_that_are_not_given_are_none_and_bars_stay_in_their_cell() {
    assertThat(page(new Host("one|two", List.of()), "", "", report(Benchmark.STARTUP, 10)))
        .contains(
            "| Processor | one\\|two |\n",
            "| Caches | none |\n",
            "| Compared with | none |\n",
            "| Statistic | startup: median and min of 7 starts, 10 s to full speed |\n",
            "| Note | none |\n");
  }

  @Test
  void benchmarks_of_a_command_share_one_measured_peak() {
    var measured = new int[1];
    var once =
        new PeakMeter(
            1,
            _ -> {
              measured[0]++;
              return new Peak(1e9, 2e9);
            });
    for (var benchmark : List.of(Benchmark.MATMUL, Benchmark.CONV)) {
      new BenchReport(new PrintWriter(output, true), benchmark, once, 1).measurePeak();
    }

    assertThat(measured[0]).isEqualTo(1);
    assertThat(output.toString().lines())
        .containsExactly(
            "peak of this machine on 1 thread: 1.0 GFLOP/s, copy 2.0 GB/s",
            "peak of this machine on 1 thread: 1.0 GFLOP/s, copy 2.0 GB/s");
  }
}
