package io.cambric.benchmarks.rivals;

import ai.onnxruntime.OrtException;
import com.google.auto.service.AutoService;
import dev.langchain4j.data.segment.TextSegment;
import io.cambric.examples.Main;
import io.cambric.examples.apart.ApartCommand;
import io.cambric.examples.apart.EmbedRivalsOptions;
import io.cambric.examples.embed.MiniLm;
import io.cambric.models.sentence.SentenceModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./run rivals embed}: embeddings by Cambric, by langchain4j and by ONNX
 * Runtime, values and times. A process of its own for each number of threads.
 */
@Command(name = "embed")
@AutoService(ApartCommand.class)
public final class EmbedRivals implements ApartCommand {

  /** Farther from the others than this, embeddings are wrong. */
  private static final double TOLERANCE = 1e-5;

  private static final int BATCH = 32;

  @Mixin private final EmbedRivalsOptions options = new EmbedRivalsOptions();

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public EmbedRivals() {}

  @Override
  public List<String> path() {
    return List.of("rivals", "embed");
  }

  @Override
  public Integer call() throws IOException, InterruptedException, OrtException {
    if (options.here()) {
      return measure(Objects.requireNonNull(spec).commandLine().getOut());
    }
    MiniLm.model();
    for (int each : options.threads()) {
      int status = inProcess(each);
      if (status != 0) {
        return status;
      }
    }
    return 0;
  }

  private int inProcess(int count) throws IOException, InterruptedException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-Dcambric.threads=" + count,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "rivals",
                "embed",
                "--here",
                "--threads=" + count,
                "--seconds=" + options.seconds()))
        .inheritIO()
        .start()
        .waitFor();
  }

  private int measure(PrintWriter out) throws OrtException, IOException {
    int count = options.threads().getFirst();
    out.printf("%n%s%n", count == 1 ? "one thread" : count + " threads");
    try (var executor = Executors.newFixedThreadPool(count)) {
      return compare(count, executor, out);
    }
  }

  private int compare(int count, ExecutorService executor, PrintWriter out)
      throws OrtException, IOException {
    var weights = MiniLm.weights();
    var tokenizer = MiniLm.tokenizer();
    long start = System.nanoTime();
    var cambric = MiniLm.model();
    long loaded = System.nanoTime();
    var langchain4j = OnnxRuntimeModel.read(weights, tokenizer, count, executor);
    long other = System.nanoTime();
    try (var session = OnnxRuntimeModel.session(weights, count)) {
      var batches = new OnnxRuntimeBatch(session, cambric);
      var texts = Sentences.all();
      double worst = worst(cambric, langchain4j, texts);
      var one = List.of(texts.getFirst());
      var batch = texts.subList(0, BATCH);
      out.printf(
          "%-26s %10s %12s %14s  %s%n",
          "ms, median (shortest)", "Cambric", "langchain4j", "ONNX Runtime", "times");
      show("one sentence", contest(cambric, langchain4j, batches, one), out);
      show("%d sentences".formatted(BATCH), contest(cambric, langchain4j, batches, batch), out);
      out.printf(Locale.ROOT, "%n%-26s %10s %12s%n", "model load, ms", "Cambric", "langchain4j");
      out.printf(
          Locale.ROOT,
          "%-26s %10.0f %12.0f%n%n",
          "",
          (loaded - start) / 1e6,
          (other - loaded) / 1e6);
      out.printf(
          Locale.ROOT,
          "cosine of %d sentences with those of langchain4j: 1 - %.1e at worst%n",
          texts.size(),
          worst);
      out.flush();
      return worst <= TOLERANCE ? 0 : 1;
    }
  }

  private Contest contest(
      SentenceModel cambric,
      OnnxRuntimeModel langchain4j,
      OnnxRuntimeBatch batch,
      List<String> texts) {
    var segments = texts.stream().map(TextSegment::from).toList();
    return new Contest()
        .with("Cambric", () -> cambric.embed(texts))
        .with("langchain4j", () -> langchain4j.embedAll(segments))
        .with("ONNX Runtime", () -> batch.embed(texts))
        .run(options.seconds());
  }

  private static void show(String name, Contest contest, PrintWriter out) {
    var medians = contest.medians();
    var shortest = contest.shortest();
    var cells = new ArrayList<String>();
    medians.forEach((rival, time) ->
        cells.add(String.format(Locale.ROOT, "%.1f (%.1f)", time, shortest.get(rival))));
    out.printf(
        Locale.ROOT,
        "%-26s %10s %12s %14s  %.2f%n",
        name,
        cells.get(0),
        cells.get(1),
        cells.get(2),
        ratio(medians));
    out.flush();
  }

  /** {@return our time by that of the faster rival} */
  private static double ratio(Map<String, Double> medians) {
    return medians.get("Cambric")
        / Math.min(medians.get("langchain4j"), medians.get("ONNX Runtime"));
  }

  private static double worst(
      SentenceModel cambric, OnnxRuntimeModel langchain4j, List<String> texts) {
    var ours = new CambricEmbeddingModel(cambric);
    double worst = 0;
    for (var text : texts) {
      var one = ours.embed(text).content().vector();
      var other = langchain4j.embed(text).content().vector();
      worst = Math.max(worst, 1 - cosine(one, other));
    }
    return worst;
  }

  private static double cosine(float[] one, float[] other) {
    double dot = 0;
    double first = 0;
    double second = 0;
    for (int i = 0; i < one.length; i++) {
      dot += (double) one[i] * other[i];
      first += (double) one[i] * one[i];
      second += (double) other[i] * other[i];
    }
    return dot / Math.sqrt(first * second);
  }
}
