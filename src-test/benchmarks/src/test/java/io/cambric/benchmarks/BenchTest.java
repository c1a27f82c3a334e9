package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchTest {

  private static final String NUMBER = "\\d+\\.\\d+";

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();

  private List<String> run(String... arguments) {
    int status =
        new CommandLine(new Bench())
            .setOut(new PrintWriter(output, true))
            .setErr(new PrintWriter(output, true))
            .execute(arguments);
    assertThat(status).as(output.toString()).isZero();
    return output.toString().lines().toList();
  }

  private JsonNode figures(String benchmark, String seconds) throws Exception {
    var file = folder.resolve("figures.json");
    run(benchmark, "--threads", "1", "--seconds", seconds, "--json", file.toString());
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  @Test
  void without_a_name_all_benchmarks_are_listed() {
    assertThat(run())
        .hasSize(Benchmark.values().length)
        .anySatisfy(line -> assertThat(line).startsWith("  matmul "));
  }

  @Test
  void training_closes_with_its_times_and_the_peak_and_writes_them_to_a_file() throws Exception {
    var figures = figures("mlp", "0");

    assertThat(output.toString().lines().filter(line -> line.startsWith("mlp:")))
        .singleElement()
        .asString()
        .matches("mlp: median N ms  min N ms  first step N s  peak \\d+ MB".replace("N", NUMBER));
    var row = figures.get("rows").get(0);
    assertThat(figures.get("benchmark").asString()).isEqualTo("mlp");
    assertThat(figures.get("threads").asInt()).isEqualTo(1);
    assertThat(row.get("loss_at_step_20").asDouble()).isBetween(0.0, 0.01);
    assertThat(row.get("peak_mb").asDouble()).isGreaterThan(row.get("live_mb").asDouble());
    assertThat(row.get("allocated_mb_per_step").asDouble()).isPositive();
  }

  @Test
  @Sampled
  void starts_are_measured_to_main_and_to_the_first_gradient() throws Exception {
    var rows = figures("startup", "0.1").get("rows");

    assertThat(rows).hasSize(6);
    double main = rows.get(0).get("seconds").asDouble();
    double gradient = rows.get(1).get("seconds").asDouble();
    assertThat(main).isPositive().isLessThan(gradient);
    assertThat(output.toString())
        .containsPattern(
            "startup: median N s  min N s  of it from main on N s".replace("N", NUMBER));
  }

  @Test
  void several_benchmarks_go_into_one_page_and_a_list_of_figures() throws Exception {
    var page = folder.resolve("page.md");
    var json = folder.resolve("figures.json");
    run(
        "mlp",
        "cnn",
        "--threads",
        "1",
        "--seconds",
        "0",
        "--json",
        json.toString(),
        "--report",
        page.toString(),
        "--against",
        "PyTorch 2.13",
        "--note",
        "shared");

    var figures = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(figures)
        .extracting(one -> one.get("benchmark").asString())
        .containsExactly("mlp", "cnn");
    assertThat(output.toString()).endsWith("figures: %s%nreport: %s%n".formatted(json, page));
    var lines = Files.readAllLines(page);
    assertThat(lines.getFirst()).startsWith("# ");
    assertThat(lines.stream().map(line -> line.split("\\|", 3)).filter(cells -> cells.length == 3))
        .extracting(cells -> cells[1].strip())
        .containsExactly(
            "",
            "---",
            "Processor",
            "Cores",
            "Caches",
            "Measured peak",
            "OS",
            "JDK",
            "Compared with",
            "Command",
            "Statistic",
            "Commit",
            "Date",
            "Note",
            "row",
            "---",
            "mlp",
            "row",
            "---",
            "cnn");
    assertThat(lines)
        .contains(
            "| Compared with | PyTorch 2.13 |",
            "| Command | `./run bench mlp cnn --threads 1 --seconds 0` |",
            "| Note | shared |")
        .filteredOn(line -> line.startsWith("##"))
        .containsExactly("## mlp", "## cnn");
    double median = figures.get(0).get("rows").get(0).get("median_ms").asDouble();
    assertThat(lines)
        .anySatisfy(line ->
            assertThat(line).startsWith(String.format(Locale.ROOT, "| mlp | %.4f |", median)));
  }

  @Tag("long")
  @Test
  void groups_of_processes_are_measured_beside_a_model_and_drawn() throws Exception {
    var chart = folder.resolve("chart.svg");
    var json = folder.resolve("figures.json");
    run(
        "processes",
        "--threads",
        "1",
        "--seconds",
        "0",
        "--chart",
        chart.toString(),
        "--json",
        json.toString());

    var rows = JsonMapper.shared().readTree(Files.readString(json)).get("rows");
    assertThat(rows)
        .extracting(row -> row.get("name").asString())
        .containsExactly(
            "mlp",
            "mlp, group of one",
            "mlp, 1 process",
            "mlp, 2 processes",
            "mlp, 4 processes",
            "cnn",
            "cnn, group of one",
            "cnn, 1 process",
            "cnn, 2 processes",
            "cnn, 4 processes");
    assertThat(rows)
        .filteredOn(row -> row.has("sent_by_least"))
        .hasSize(4)
        .allSatisfy(row -> assertThat(row.get("sent_by_least").asDouble()).isBetween(1.0, 1.001));
    assertThat(chart).content().contains("mlp, measured", "cnn, model");
  }

  @Test
  void a_chart_is_svg() {
    var chart = folder.resolve("chart.png");
    int status =
        new CommandLine(new Bench())
            .setErr(new PrintWriter(output, true))
            .execute("processes", "--chart", chart.toString());

    assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(output.toString())
        .startsWith(
            "Invalid value for option '--chart': needs a file whose name ends in .svg, but got %s."
                .formatted(chart));
  }

  @Test
  void only_the_benchmark_of_processes_has_a_chart() {
    int status =
        new CommandLine(new Bench())
            .setErr(new PrintWriter(output, true))
            .execute("mlp", "--chart", folder.resolve("chart.svg").toString());

    assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(output.toString())
        .contains("--chart", "needs the benchmark processes, the only one with a chart.");
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"STARTUP", "IO", "PROCESSES", "OPS", "PRODUCTS"})
  void all_write_a_figure_above_zero_for_each_row(Benchmark benchmark) throws Exception {
    var figures = figures(benchmark.title(), "0");

    assertThat(figures.get("rows"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.get("median_ms").asDouble()).isPositive());
  }
}
