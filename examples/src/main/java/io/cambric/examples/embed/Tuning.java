package io.cambric.examples.embed;

import static io.cambric.optax.Optax.adamw;

import io.cambric.models.bert.BertWeights;
import io.cambric.models.lora.Lora;
import io.cambric.models.lora.LoraFiles;
import io.cambric.models.sentence.SentenceBatch;
import io.cambric.models.sentence.SentenceModel;
import io.cambric.numpy.Key;
import io.cambric.optax.schedule.Schedules;
import io.cambric.scope.Variables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Trainings of a model on pairs of sentences: of additions of low rank, or of all weights. */
final class Tuning {

  private static final double WEIGHT_DECAY = 0.01;

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 10;

  private final SentenceModel before;
  private final List<ContrastiveTuning.Batch> batches;
  private final int epochs;
  private final long seed;

  /**
   * A tuned model.
   *
   * @param losses of each step
   */
  record Tuned(SentenceModel model, List<Double> losses) {}

  Tuning(SentenceModel before, SentencePairs pairs, int batch, int epochs, long seed) {
    this.before = before;
    this.epochs = epochs;
    this.seed = seed;
    batches = batches(before, pairs.training(), batch, seed);
  }

  /**
   * {@return batches of one shape, so that one program is compiled; the last pairs are left out}
   */
  private static List<ContrastiveTuning.Batch> batches(
      SentenceModel model, List<SentencePair> pairs, int batch, long seed) {
    var shuffled = new ArrayList<>(pairs);
    Collections.shuffle(shuffled, new Random(seed));
    int rows = Math.min(batch, shuffled.size());
    var queries = model.tokens(shuffled.stream().map(SentencePair::query).toList());
    var targets = model.tokens(shuffled.stream().map(SentencePair::target).toList());
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

  /** {@return the steps of a training} */
  int steps() {
    return batches.size() * epochs;
  }

  /**
   * {@return the model with additions of low rank to its matrices}
   *
   * @param adapter where the additions are written; {@code null} for nowhere
   * @param each is called after each step with its number, from 1
   */
  Tuned lora(int rank, double rate, @Nullable Path adapter, IntConsumer each) {
    var base = before.encoder().variables();
    var lora = Lora.of(rank, 2.0 * rank, "query", "key", "value", "attention/out");
    var losses = new ArrayList<Double>();
    var trained =
        train(
            lora.init(Key.of(seed), base), params -> lora.merge(base, params), rate, losses, each);
    if (adapter != null) {
      LoraFiles.write(adapter, lora, trained, BertWeights.namesByPath(base));
    }
    return tuned(lora.merge(base, trained), losses);
  }

  /**
   * {@return the model with other weights}
   *
   * @param each is called after each step with its number, from 1
   */
  Tuned full(double rate, IntConsumer each) {
    var losses = new ArrayList<Double>();
    var base = before.encoder().variables();
    return tuned(train(base, variables -> variables, rate, losses, each), losses);
  }

  private Tuned tuned(Variables variables, List<Double> losses) {
    return new Tuned(before.with(before.encoder().withVariables(variables)), losses);
  }

  private <P> P train(
      P initial,
      Function<P, Variables> variables,
      double rate,
      List<Double> losses,
      IntConsumer each) {
    int warmup = Math.max(1, steps() / WARMUP_PART);
    var schedule = Schedules.warmupCosineDecay(0, rate, warmup, Math.max(steps(), warmup + 1));
    var optimizer = adamw(schedule).withWeightDecay(WEIGHT_DECAY);
    return new ContrastiveTuning<>(before.encoder(), variables, optimizer)
        .train(
            initial,
            batches,
            epochs,
            seed,
            (step, loss) -> {
              losses.add(loss);
              each.accept(step);
            });
  }
}
