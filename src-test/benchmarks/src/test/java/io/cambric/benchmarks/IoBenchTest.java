package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@Sampled
class IoBenchTest {

  private final StringWriter output = new StringWriter();
  private final BenchReport report =
      new BenchReport(new PrintWriter(output, true), Benchmark.IO, new PeakMeter(1, Peak::of), 0);
  private WorkFolder folder;

  @BeforeEach
  void make() throws IOException {
    folder = WorkFolder.create();
  }

  @AfterEach
  void remove() throws IOException {
    folder.close();
    assertThat(folder.path()).doesNotExist();
  }

  private void assertRows(Figure figure, String... names) {
    var rows = report.rowsWithMean();
    assertThat(rows).extracting(Row::name).containsExactly(names);
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.figures().get(Figure.MEDIAN_MS)).isPositive());
    assertThat(rows.getLast().figures().get(figure)).isFinite();
    assertThat(output.toString()).contains(names);
  }

  @Test
  void files_of_arrays_are_compared_with_copies() {
    new FileBench(report, folder, 3, 1000).run();

    assertRows(
        Figure.SHARE_OF_COPY,
        "safetensors, write",
        "msgpack, write",
        "npy, write",
        "safetensors, read",
        "safetensors, read mapped",
        "msgpack, read",
        "npy, read");
  }

  @Test
  void tables_are_measured_in_bytes() throws IOException {
    new TableBench(report, folder, 100).run();

    assertRows(Figure.MBYTES, "csv, floats", "csv, records");
    var lines = Files.readAllLines(folder.file("numbers.csv"));
    assertThat(lines).hasSize(101);
    assertThat(lines.get(1)).matches("(-?\\d+\\.\\d+(E-?\\d)?,){9}\\d");
  }

  @Test
  void images_are_decoded_on_one_thread_and_on_all() {
    new ImageBench(report, 4, 16).run();

    assertRows(Figure.OF_ONE_THREAD, "png, one thread", "png, all processors");
  }

  @Test
  void steps_during_a_checkpoint_are_compared_with_steps_alone() {
    new CheckpointBench(report, folder, 2, 1000, 2).run();

    assertRows(Figure.SLOWER_PERCENT, "step, alone", "step, during a checkpoint");
  }

  @Test
  void steps_are_compared_by_their_waits_for_data() {
    new PrefetchBench(report, 128, 2).run();

    assertRows(Figure.WAITING_PERCENT, "step, data prepared here", "step, data prefetched");
  }

  @Test
  void a_copy_has_the_bytes_of_the_file() throws IOException {
    byte[][] bytes = {{1, 2, 3}, {4, 5, 6}};
    PlainCopy.write(folder.file("copy"), bytes);

    assertThat(Files.readAllBytes(folder.file("copy"))).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(PlainCopy.read(folder.file("copy"), 2, 3)).isDeepEqualTo(bytes);
  }
}
