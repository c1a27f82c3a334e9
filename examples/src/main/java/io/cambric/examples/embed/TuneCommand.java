package io.cambric.examples.embed;

import static io.cambric.optax.Optax.adamw;

import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.lora.Lora;
import io.cambric.models.lora.LoraFiles;
import io.cambric.models.lora.LoraParams;
import io.cambric.models.sentence.SentenceBatch;
import io.cambric.models.sentence.SentenceModel;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Report;
import io.cambric.nn.report.Series;
import io.cambric.nn.writer.Progress;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.schedule.Schedules;
import io.cambric.scope.Variables;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run embed tune}: tunes the model on pairs, and compares on others. */
@Command(
    name = "tune",
    description = "Tunes the model on pairs of sentences, and measures retrieval before and after.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class TuneCommand implements Callable<Integer> {

  /** The part that is trained. */
  enum Method {
    /** Additions of low rank. */
    LORA,
    /** All weights. */
    FULL,
    /** One after the other. */
    BOTH
  }

  @Mixin private final ModelOptions model = new ModelOptions();

  @Option(names = "--method", description = "The trained part: ${COMPLETION-CANDIDATES}.")
  private Method method = Method.BOTH;

  @Option(
      names = "--pairs",
      paramLabel = "FILE",
      description = "Two texts a line with a tab between them, instead of those that are built in.")
  private @Nullable Path pairs;

  @Option(names = "--epochs", description = "Times that each pair is seen, 1 to 1000.")
  private int epochs = 4;

  @Option(names = "--batch", description = "Pairs a step, 2 to 256.")
  private int batch = 16;

  @Option(names = "--rank", description = "Of the additions, 1 to 256.")
  private int rank = 8;

  @Option(names = "--lora-rate", description = "Peak learning rate of additions, 1e-9 to 1.")
  private double loraRate = 2e-3;

  @Option(names = "--full-rate", description = "Peak learning rate of all weights, 1e-9 to 1.")
  private double fullRate = 1e-4;

  @Option(names = "--seed", description = "Of the parts, the order and the additions.")
  private long seed;

  @Option(
      names = "--adapter",
      paramLabel = "FOLDER",
      description = "Where the additions are written, in the form of the library PEFT.")
  private @Nullable Path adapter;

  @Mixin private final ReportOption report = new ReportOption(Path.of("embed-tune-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("embed-tune-loss.svg", "Where the losses are drawn.");

  @Spec private @Nullable CommandSpec spec;

  private TuneCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var data = pairs == null ? SentencePairs.builtIn(seed) : SentencePairs.read(pairs, seed);
    var tuned = model.load(out);
    out.printf(
        "%d pairs to tune with, %d held back, %d targets%n%n",
        data.training().size(), data.heldBack().size(), data.targets().size());
    var results = new LinkedHashMap<String, Retrieval>();
    var curves = new ArrayList<Series>();
    results.put("before", retrieval(tuned, data));
    if (method != Method.FULL) {
      results.put("LoRA", retrieval(lora(tuned, data, curves, out), data));
    }
    if (method != Method.LORA) {
      results.put("full", retrieval(full(tuned, data, curves, out), data));
    }
    show(results, out);
    write(results, curves, out);
    var last = results.lastEntry();
    out.printf(
        Locale.ROOT,
        "mean reciprocal rank: %.4f before, %.4f after (%s)%n",
        results.get("before").reciprocalRank(),
        last.getValue().reciprocalRank(),
        last.getKey());
    return 0;
  }

  private void check(OptionChecks checks) {
    checks.range("--epochs", epochs, 1, 1000);
    checks.range("--batch", batch, 2, 256);
    checks.range("--rank", rank, 1, 256);
    checks.range("--lora-rate", loraRate, 1e-9, 1);
    checks.range("--full-rate", fullRate, 1e-9, 1);
    report.check(checks);
    picture.check(checks);
  }

  private static Retrieval retrieval(SentenceModel model, SentencePairs data) {
    return Retrieval.of(model, data.heldBack(), data.targets());
  }

  private SentenceModel lora(
      SentenceModel before, SentencePairs data, List<Series> curves, PrintWriter out) {
    var base = before.encoder().variables();
    var lora = Lora.of(rank, 2.0 * rank, "query", "key", "value", "attention/out");
    LoraParams trained =
        train(
            "LoRA",
            before,
            data,
            lora.init(Key.of(seed), base),
            params -> lora.merge(base, params),
            loraRate,
            curves,
            out);
    if (adapter != null) {
      LoraFiles.write(adapter, lora, trained, BertWeights.namesByPath(base));
      out.println("adapter: " + adapter);
    }
    return before.with(before.encoder().withVariables(lora.merge(base, trained)));
  }

  private SentenceModel full(
      SentenceModel before, SentencePairs data, List<Series> curves, PrintWriter out) {
    Variables trained =
        train(
            "full",
            before,
            data,
            before.encoder().variables(),
            variables -> variables,
            fullRate,
            curves,
            out);
    return before.with(before.encoder().withVariables(trained));
  }

  private <P> P train(
      String name,
      SentenceModel before,
      SentencePairs data,
      P initial,
      Function<P, Variables> variables,
      double rate,
      List<Series> curves,
      PrintWriter out) {
    var batches = batches(before, data.training());
    int steps = batches.size() * epochs;
    var tuning = new ContrastiveTuning<>(before.encoder(), variables, optimizer(rate, steps));
    var losses = new ArrayList<Double>();
    var progress = Progress.standard(out);
    long start = System.nanoTime();
    var trained =
        tuning.train(
            initial,
            batches,
            epochs,
            seed,
            (step, loss) -> {
              losses.add(loss);
              progress.show(name, step, steps);
            });
    progress.println(
        String.format(
            Locale.ROOT,
            "%s: %d steps in %.1f s, loss %.3f at first and %.3f at last",
            name,
            steps,
            (System.nanoTime() - start) / 1e9,
            losses.getFirst(),
            losses.getLast()));
    curves.add(Series.of(name, losses));
    return trained;
  }

  private static GradientTransformation optimizer(double rate, int steps) {
    int warmup = Math.max(1, steps / 10);
    return adamw(Schedules.warmupCosineDecay(0, rate, warmup, Math.max(steps, warmup + 1)))
        .withWeightDecay(0.01);
  }

  /**
   * {@return batches of one shape, so that one program is compiled; the last pairs are left out}
   */
  private List<ContrastiveTuning.Batch> batches(SentenceModel before, List<SentencePair> pairs) {
    var shuffled = new ArrayList<>(pairs);
    Collections.shuffle(shuffled, new Random(seed));
    int rows = Math.min(batch, shuffled.size());
    var queries = before.tokens(shuffled.stream().map(SentencePair::query).toList());
    var targets = before.tokens(shuffled.stream().map(SentencePair::target).toList());
    var batches = new ArrayList<ContrastiveTuning.Batch>();
    for (int from = 0; from + rows <= shuffled.size(); from += rows) {
      batches.add(
          new ContrastiveTuning.Batch(batch(queries, from, rows), batch(targets, from, rows)));
    }
    return batches;
  }

  private static SentenceBatch batch(List<int[]> all, int from, int rows) {
    int length = all.stream().mapToInt(each -> each.length).max().orElseThrow();
    return SentenceBatch.of(all.subList(from, from + rows), length, rows, 0);
  }

  private static void show(Map<String, Retrieval> results, PrintWriter out) {
    out.printf("%n%-8s %9s  %20s%n", "", "found", "mean reciprocal rank");
    results.forEach((name, result) ->
        out.printf(
            Locale.ROOT,
            "%-8s %8.1f%%  %20.4f%n",
            name,
            100 * result.accuracy(),
            result.reciprocalRank()));
    out.println();
  }

  private void write(Map<String, Retrieval> results, List<Series> curves, PrintWriter out) {
    try (var page = Report.to(report.file(), "Tuning of sentence embeddings")) {
      for (var curve : curves) {
        curve
            .points()
            .forEach(point ->
                page.writeScalars((long) point.x(), Map.of("loss/" + curve.name(), point.y())));
      }
      var facts = new LinkedHashMap<String, Object>();
      results.forEach(
          (name, result) -> facts.put("mean reciprocal rank, " + name, result.reciprocalRank()));
      page.writeHyperparameters(facts);
    }
    picture.write(LineChart.of("Loss", "step", curves));
    out.println("report: " + report);
    out.println("picture: " + picture);
  }
}
