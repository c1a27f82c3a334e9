package io.cambric.examples.gpt;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.console.CommandRun;
import io.cambric.models.generate.PretrainedDecoder;
import io.cambric.numpy.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GptExampleTest {

  private static final String[] WORDS = {"one", "two", "three", "four"};

  @TempDir private Path folder;
  private Path text;

  /** Words that follow each other in a circle, from a random one in each line. */
  @BeforeEach
  void writeText() throws IOException {
    var random = new Random(1);
    var lines = new StringBuilder();
    for (int line = 0; line < 300; line++) {
      int first = random.nextInt(WORDS.length);
      for (int i = 0; i < 8; i++) {
        lines.append(i == 0 ? "" : " ").append(WORDS[(first + i) % WORDS.length]);
      }
      lines.append('\n');
    }
    text = folder.resolve("text.txt");
    Files.writeString(text, lines);
  }

  private CommandRun run(String... more) {
    var arguments =
        new ArrayList<Object>(
            List.of(
                "--text=" + text,
                "--vocab=270",
                "--context=16",
                "--width=32",
                "--layers=1",
                "--heads=2",
                "--dropout=0",
                "--batch=8",
                "--rate=0.01",
                "--tokens=12",
                "--out=" + folder.resolve("model"),
                "--report=" + folder.resolve("report.html"),
                "--picture=" + folder.resolve("losses.svg")));
    arguments.addAll(List.of(more));
    return CommandRun.of(GptExample.COMMAND.commandLine(), arguments.toArray());
  }

  @Test
  void a_circle_of_words_is_learned_and_written_by_the_saved_model() throws IOException {
    var run = run("--steps=120", "--prompt=one two", "--temperature=0", "--samples=1");

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getLast())
        .matches("validation loss: 0\\.\\d{4}, perplexity: 1\\.\\d{2}");
    assertThat(run.output()).contains("one two three four one two three");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<h1>GPT</h1>", "one two three four");
    assertThat(Files.readString(folder.resolve("losses.svg"))).contains("training", "validation");

    var sampled =
        CommandRun.of(
            GptExample.COMMAND.commandLine(),
            "sample",
            "--model=" + folder.resolve("model"),
            "--prompt=one two",
            "--temperature=0",
            "--tokens=12",
            "--samples=1");
    assertThat(sampled.status()).as(sampled.errors()).isZero();
    assertThat(sampled.output()).contains("one two three four one two three");
    assertThat(texts(sampled)).isEqualTo(texts(run).subList(0, texts(sampled).size()));
  }

  private static List<String> texts(CommandRun run) {
    var lines = run.lines();
    int first = 0;
    while (!lines.get(first).startsWith("--- ")) {
      first++;
    }
    return lines.subList(first + 1, lines.size());
  }

  @Test
  void a_training_that_is_over_is_resumed_at_its_end() {
    var whole = run("--steps=20", "--samples=0");
    run("--steps=20", "--samples=0", "--checkpoint=" + folder.resolve("checkpoints"));
    var resumed = run("--steps=20", "--samples=0", "--checkpoint=" + folder.resolve("checkpoints"));
    assertThat(resumed.output()).contains("resuming after step 20");
    assertThat(resumed.lines().getLast()).isEqualTo(whole.lines().getLast());
  }

  @Test
  void a_folder_that_is_written_has_the_token_between_texts_at_both_ends() {
    run("--steps=1", "--samples=0");
    var model = PretrainedDecoder.read(folder.resolve("model"));
    assertThat(model.bosTokenId()).hasValue(0);
    var generated =
        model
            .generator()
            .withMaxTokens(2)
            .generate(model.variables(), List.of(List.of(0)), Key.of(0));
    assertThat(generated.getFirst()).isNotEmpty();
  }

  @Test
  void a_text_that_is_too_short_is_refused() throws IOException {
    Files.writeString(text, "one two three");
    var run = run();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.errors())
        .startsWith(
            "A text needs more than 160 tokens for 8 windows of 16 in each step and one for "
                + "validation, but has ");
  }

  @Test
  void bytes_that_are_no_text_are_refused() throws IOException {
    Files.write(text, new byte[] {(byte) 0xff, 1, 2});
    assertThat(run().errors())
        .startsWith("The text %s must be UTF-8, but has other bytes. Convert it.".formatted(text));
    text = folder;
    assertThat(run().errors())
        .startsWith(
            "The text %s must be a regular file, but is a folder, a pipe or a device."
                .formatted(text));
    text = folder.resolve("none");
    assertThat(run().errors())
        .startsWith("There is no text %s. Pass --text with a text file in UTF-8.".formatted(text));
  }

  @Test
  void the_built_in_text_is_the_pages_of_the_documentation() throws IOException {
    assertThat(TextFile.builtIn())
        .contains("# Training\n", "# Tutorial\n", "# Decisions\n")
        .doesNotContain("# Experiments\n")
        .hasSizeGreaterThan(300_000);
  }

  @Test
  void options_out_of_range_are_refused() {
    assertThat(
            CommandRun.of(GptExample.COMMAND.commandLine(), "--text=" + text, "--width=33")
                .errors())
        .startsWith("Invalid value for option '--width': needs a multiple of 4 heads, but got 33.");
    assertThat(run("--top-p=0").errors())
        .startsWith(
            "Invalid value for option '--top-p': needs a number from 0.001 to 1, but got 0.");
    assertThat(
            CommandRun.of(GptExample.COMMAND.commandLine(), "--text=" + text, "--out=" + text)
                .errors())
        .startsWith(
            "Invalid value for option '--out': needs a folder, but %s is a file.".formatted(text));
  }
}
