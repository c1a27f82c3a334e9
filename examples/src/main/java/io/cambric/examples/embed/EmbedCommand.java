package io.cambric.examples.embed;

import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.nn.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./run embed}: embeds sentences, and says how alike they are. */
@Command(
    name = "embed",
    description = "Embeds sentences by all-MiniLM-L6-v2, and compares their meanings.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    subcommands = TuneCommand.class,
    versionProvider = Version.class)
public final class EmbedCommand implements Callable<Integer> {

  private static final int MAX_SENTENCES = 100;

  /** Numbers of an embedding that are shown. */
  private static final int SHOWN = 6;

  @Parameters(
      paramLabel = "SENTENCE",
      arity = "0..*",
      description = "Sentences, each in quotation marks.")
  private List<String> sentences = List.of();

  @Mixin private final ModelOptions model = new ModelOptions();

  @Mixin private final ReportOption report = new ReportOption(Path.of("embed-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("embed-similarities.svg", "Where the table is drawn.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public EmbedCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    report.check(checks);
    picture.check(checks);
    if (sentences.isEmpty() || sentences.size() > MAX_SENTENCES) {
      throw checks.invalid(
          "SENTENCE",
          "needs from 1 to %d sentences, but got %d. Write each in quotation marks."
              .formatted(MAX_SENTENCES, sentences.size()));
    }
    var out = command.commandLine().getOut();
    var embedder = model.load(out);
    long start = System.nanoTime();
    var embeddings = embedder.embed(sentences);
    out.printf(
        Locale.ROOT,
        "%d sentences embedded in %.2f s, with the compilation%n%n",
        sentences.size(),
        (System.nanoTime() - start) / 1e9);
    if (sentences.size() == 1) {
      show(embeddings.getFirst(), out);
    } else {
      show(Similarities.of(sentences, embeddings), out);
    }
    return 0;
  }

  private static void show(float[] embedding, PrintWriter out) {
    var first = Arrays.copyOf(embedding, Math.min(SHOWN, embedding.length));
    out.printf("embedding: %d numbers, %s ...%n", embedding.length, Arrays.toString(first));
  }

  private void show(Similarities similarities, PrintWriter out) {
    out.println(similarities.toText());
    out.println();
    var chart = similarities.chart();
    try (var page = Report.to(report.file(), "Similarities of sentences")) {
      page.addChart(chart);
      page.writeTexts(0, texts(similarities));
    }
    picture.write(chart);
    out.println("report: " + report);
    out.println("picture: " + picture);
    out.printf(Locale.ROOT, "similarity: %.4f%n", similarities.cosines().getFirst().get(1));
  }

  private static Map<String, String> texts(Similarities similarities) {
    return Map.of(
        "sentences",
        String.join(System.lineSeparator(), similarities.texts()),
        "cosines",
        similarities.toText());
  }
}
