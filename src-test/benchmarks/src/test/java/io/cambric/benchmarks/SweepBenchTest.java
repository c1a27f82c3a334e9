package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.benchmarks.sweep.EchoPeer;
import io.cambric.examples.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sweeps of {@code ./run bench}, on cases that take no time. */
class SweepBenchTest {

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of("bench", "--threads", "1", "--seconds", "0"));
    all.addAll(List.of(arguments));
    return Main.commandLine()
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(all.toArray(String[]::new));
  }

  private JsonNode figures(String... arguments) throws Exception {
    var json = folder.resolve("figures.json");
    var all = new ArrayList<>(List.of("--json", json.toString()));
    all.addAll(List.of(arguments));
    assertThat(run(all.toArray(String[]::new))).as(errors.toString()).isZero();
    return JsonMapper.shared().readTree(Files.readString(json));
  }

  @Test
  void without_peers_cases_have_rates_and_a_share_of_the_machine() throws Exception {
    var page = folder.resolve("page.md");
    var figures =
        figures(
            "ops",
            "--seed",
            "5",
            "--case",
            "lax.exp/grad f32 3 4",
            "--case",
            "numpy.sort f32 5 6",
            "--report",
            page.toString());

    assertThat(output.toString())
        .contains(
            "seed 5, 2 cases",
            "by family, geometric mean of the share of the machine:",
            "the worst 2:");
    assertThat(figures.get("seed").asLong()).isEqualTo(5);
    assertThat(figures.get("cases"))
        .extracting(one -> one.get("case").asString())
        .containsExactly("lax.exp/grad f32 3 4", "numpy.sort f32 5 6");
    assertThat(figures.get("cases"))
        .allSatisfy(one -> {
          assertThat(one.get("us").asDouble()).isPositive();
          assertThat(one.get("gbytes").asDouble()).isPositive();
          assertThat(one.get("share_of_machine").asDouble()).isPositive();
          assertThat(one.has("ratio")).isFalse();
        });
    assertThat(Files.readAllLines(page))
        .contains(
            "| Compared with | none |",
            "| Command | `./run bench ops --threads 1 --seconds 0 --seed 5 --case \"lax.exp/grad f32 3 4\" --case \"numpy.sort f32 5 6\"` |",
            "| Statistic | ops: best median of 3 slices of 0 s together, after a warm-up |",
            "## ops, families",
            "## ops, the worst",
            "| case | family | median, us | GB/s | GFLOP/s | of the machine |");
  }

  @Test
  void beside_peers_the_ratio_is_of_the_fastest_that_has_the_case() throws Exception {
    var page = folder.resolve("page.md");
    var figures =
        figures(
            "ops",
            "--case",
            "lax.exp f32 3 4",
            "--case",
            "lax.sin f32 3 4",
            "--case",
            "lax.cos f32 3 4",
            "--report",
            page.toString(),
            "--peer",
            EchoPeer.command("Slow", "exp=1e3 1e3", "sin=error no memory"),
            "--peer",
            EchoPeer.command("Fast", "exp=1e2 1e2"));

    assertThat(output.toString()).contains("  Slow on 1 failed: no memory");
    assertThat(figures.get("peers"))
        .extracting(JsonNode::asString)
        .containsExactly("Slow on 1", "Fast on 1");
    var exp = figures.get("cases").get(0);
    assertThat(exp.get("peers_us").get("Slow on 1").asDouble()).isEqualTo(1e9);
    assertThat(exp.get("ratio").asDouble() * exp.get("us").asDouble()).isBetween(0.999e8, 1.001e8);
    assertThat(figures.get("cases").get(2).has("ratio")).isFalse();
    assertThat(figures.get("worst")).singleElement().asString().contains("lax.exp f32 3 4");
    assertThat(figures.get("below_0.85").asInt()).isZero();
    assertThat(Files.readAllLines(page))
        .contains(
            "| Compared with | Slow on 1, Fast on 1 |",
            "| case | family | median, us | GB/s | GFLOP/s | of the machine | Slow on 1, us | Fast on 1, us | ratio |");
  }

  @Test
  void products_have_rates_of_arithmetic_operations() throws Exception {
    var figures = figures("products", "--case", "product f32 1 8 8 8 0 1");

    assertThat(figures.get("cases").get(0).get("gflops").asDouble()).isPositive();
  }

  @Test
  void pattern_chooses_among_the_drawn_cases_and_a_drawn_seed_is_printed() throws Exception {
    var figures = figures("ops", "--only", "^lax\\.sign[ /]");

    assertThat(figures.get("cases")).hasSize(1);
    assertThat(output.toString())
        .contains("seed %d, 1 cases".formatted(figures.get("seed").asLong()));
  }

  @Test
  void peer_that_ends_stops_the_benchmark_with_a_plain_message() {
    var command = EchoPeer.command("Echo", "exp=end");

    assertThat(run("ops", "--case", "lax.exp f32 3 4", "--peer", command)).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo(
            "bench: The peer \"%s\" ended after the case \"lax.exp f32 3 4\". Its error output is above.%n"
                .formatted(command));
  }

  @Test
  void case_of_ours_that_fails_is_told_and_the_others_go_on() throws Exception {
    var figures = figures("ops", "--case", "numpy.interp f32 2 2 0", "--case", "lax.exp f32 3 4");

    assertThat(figures.get("failed")).singleElement().asString().contains("numpy.interp f32 2 2 0");
    assertThat(figures.get("cases")).hasSize(1);
  }
}
