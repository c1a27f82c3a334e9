package io.cambric.nn.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.io.event.EventFile;
import io.cambric.io.event.Summary;
import io.cambric.nn.Dense;
import io.cambric.nn.report.Report;
import io.cambric.nn.writer.AsyncWriter;
import io.cambric.nn.writer.CsvWriter;
import io.cambric.nn.writer.MultiWriter;
import io.cambric.nn.writer.TensorBoardWriter;
import io.cambric.testing.Sampled;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A training whose process is killed, and its metrics after it was resumed. */
@Sampled
class KilledTrainingTest {

  private static final int EPOCHS = 3;

  @TempDir private Path folder;

  /** The program that is killed: it trains up to a step, says so, and waits. */
  static final class Program {

    private Program() {}

    public static void main(String[] arguments) throws IOException {
      var run = new Run(Path.of(arguments[0]), arguments[1], arguments[2]);
      long killed = Long.parseLong(arguments[3]);
      long saved = Long.parseLong(arguments[4]);
      run.train(moment -> {
        if (moment.step() == killed) {
          await(run.checkpoints(), saved);
          System.out.println("reached");
          read();
        }
      });
    }

    /** Waits for the thread that saves. */
    private static void await(Checkpoints checkpoints, long step) {
      try {
        while (checkpoints.latestStep().orElse(-1) != step) {
          Thread.sleep(10);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void read() {
      try {
        System.in.read();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A training with all writers to files, and where these are. */
  private record Run(Path folder, String logEvery, String checkpointEvery) {

    Checkpoints checkpoints() {
      return Checkpoints.in(folder.resolve("checkpoints"));
    }

    void train(Consumer<TrainingEvent<StandardTrainState<Dense>>> hook) {
      try (var writer =
              MultiWriter.of(
                  CsvWriter.of(folder.resolve("plain.csv")),
                  AsyncWriter.of(CsvWriter.of(folder.resolve("async.csv"))),
                  TensorBoardWriter.in(folder.resolve("events")));
          var report = Report.to(folder.resolve("report.html"), "Run")) {
        LinearTraining.training()
            .epochs(EPOCHS)
            .evaluate("test", LinearTraining.batches(), LinearTraining::evaluation)
            .logEvery(Long.parseLong(logEvery))
            .checkpointEvery(Long.parseLong(checkpointEvery))
            .checkpoint(checkpoints())
            .write(writer)
            .report(report)
            .afterStep(hook)
            .run();
      }
    }

    String text(String file) throws IOException {
      return Files.readString(folder.resolve(file));
    }

    /** {@return the curves of the report, which has the time and the machine besides} */
    String curves() throws IOException {
      var html = text("report.html");
      return html.substring(html.indexOf("<svg"), html.lastIndexOf("</svg>"));
    }

    /** {@return what TensorBoard shows, by step} */
    Map<Long, List<Summary>> events() throws IOException {
      var files = new ArrayList<Path>();
      try (Stream<Path> all = Files.list(folder.resolve("events"))) {
        // Names have the second, in which both runs may fall.
        all.sorted(Comparator.comparing(file -> file.toFile().lastModified())).forEach(files::add);
      }
      var shown = new TreeMap<Long, List<Summary>>();
      for (var file : files) {
        for (var event : EventFile.read(file).events()) {
          if (event.restart()) {
            shown.tailMap(event.step(), true).clear();
          }
          shown.computeIfAbsent(event.step(), _ -> new ArrayList<>()).addAll(event.summaries());
        }
      }
      return shown;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3, 7, 8, 7",
    "4, 4, 5, 4",
    "1, 3, 5, 3",
    "2, 5, 8, 5",
    "5, 6, 11, 6",
  })
  void a_resumed_training_has_each_number_of_all_its_steps_once(
      String logEvery, String checkpointEvery, String killed, String saved)
      throws IOException, InterruptedException {
    var whole = new Run(folder.resolve("whole"), logEvery, checkpointEvery);
    whole.train(_ -> {});
    var run = new Run(folder.resolve("run"), logEvery, checkpointEvery);

    kill(run, killed, saved);
    assertThat(run.checkpoints().latestStep()).hasValue(Long.parseLong(saved));
    run.train(_ -> {});

    assertThat(run.text("plain.csv")).isEqualTo(whole.text("plain.csv"));
    assertThat(run.text("async.csv")).isEqualTo(whole.text("plain.csv"));
    assertThat(run.text("report.csv")).isEqualTo(whole.text("plain.csv"));
    assertThat(run.curves()).isEqualTo(whole.curves());
    assertThat(run.events()).isEqualTo(whole.events());
  }

  /** Runs a training in a process of its own up to a step, and kills it. */
  private static void kill(Run run, String step, String saved)
      throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                run.folder().toString(),
                run.logEvery(),
                run.checkpointEvery(),
                step,
                saved)
            .redirectErrorStream(true)
            .start();
    var said = new ArrayList<String>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); !"reached".equals(line); line = lines.readLine()) {
        assertThat(line).as("after %s", said).isNotNull();
        said.add(line);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
