package io.cambric.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.console.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedExampleTest {

  @TempDir private Path folder;

  @Test
  void the_last_line_is_the_similarity_of_the_first_two_sentences() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("picture.svg");
    var run =
        CommandRun.of(
            EmbedExample.COMMAND.commandLine(),
            "w1 w2",
            "w1 w2",
            "w9",
            "--folder=" + SmallModel.write(folder.resolve("model")),
            "--report=" + report,
            "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getLast()).isEqualTo("similarity: 1.0000");
    assertThat(Files.readString(report)).contains("<h1>Similarities of sentences</h1>", "w1 w2");
    assertThat(Files.readString(picture))
        .contains("<title>w1 w2  1, 2: 1</title>", ">w9  3</text>");
    assertThat(Files.readString(report)).contains("<title>w1 w2  1, 2: 1</title>");
  }

  @Test
  void one_sentence_is_shown_as_its_first_numbers() throws IOException {
    var run =
        CommandRun.of(
            EmbedExample.COMMAND.commandLine(),
            "w1",
            "--folder=" + SmallModel.write(folder.resolve("model")));

    assertThat(run.lines().getLast()).matches("embedding: 16 numbers, \\[.*] \\.\\.\\.");
  }

  @Test
  void no_sentence_is_refused() {
    var run = CommandRun.of(EmbedExample.COMMAND.commandLine());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option 'SENTENCE': needs from 1 to 100 sentences, but got 0. Write"
                + " each in quotation marks.");
  }

  @Test
  void tuning_finds_pairs_that_were_held_back_better_than_before() throws IOException {
    var pairs = folder.resolve("pairs.tsv");
    var lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      // The first words are the same everywhere; the last one alone names the target.
      lines.append("w37 w38 w39 w%d\tw%d\n".formatted(i, i));
    }
    Files.writeString(pairs, lines);
    var adapter = folder.resolve("adapter");
    var run =
        CommandRun.of(
            EmbedExample.COMMAND.commandLine(),
            "tune",
            "--method=LORA",
            "--epochs=30",
            "--lora-rate=0.01",
            "--batch=10",
            "--pairs=" + pairs,
            "--adapter=" + adapter,
            "--folder=" + SmallModel.write(folder.resolve("model")),
            "--report=" + folder.resolve("report.html"),
            "--picture=" + folder.resolve("picture.svg"));

    assertThat(run.status()).as(run.errors()).isZero();
    var last = run.lines().getLast();
    assertThat(last)
        .matches("mean reciprocal rank: \\d\\.\\d{4} before, \\d\\.\\d{4} after \\(LoRA\\)");
    double before = Double.parseDouble(last.substring(22, 28));
    double after = Double.parseDouble(last.substring(37, 43));
    assertThat(after).isGreaterThan(before);
    assertThat(adapter.resolve("adapter_model.safetensors")).exists();
    assertThat(adapter.resolve("adapter_config.json")).exists();
    assertThat(Files.readString(folder.resolve("picture.svg"))).contains("LoRA");
  }
}
