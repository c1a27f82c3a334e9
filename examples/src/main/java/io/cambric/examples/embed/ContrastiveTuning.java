package io.cambric.examples.embed;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.models.sentence.SentenceBatch;
import io.cambric.models.sentence.SentenceEncoder;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn3;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ObjDoubleConsumer;

/**
 * Fine-tuning by pairs: each query should be nearer to its own target than to the other targets of
 * its batch. The same holds for each target and the queries. This is the loss InfoNCE with
 * negatives of the batch.
 *
 * @param <P> what is trained: all variables, or additions to them
 * @see <a href="https://arxiv.org/abs/1807.03748">van den Oord et al., 2018</a>
 */
final class ContrastiveTuning<P> {

  /** One over the temperature, as in sentence-transformers. */
  private static final double SCALE = 20;

  private final SentenceEncoder encoder;
  private final Function<P, Variables> variables;
  private final GradientTransformation optimizer;
  private final Fn3<P, OptState, Batch, Step<P>> step;

  /** Queries and their targets, row by row. */
  @PyTree
  record Batch(SentenceBatch queries, SentenceBatch targets) {}

  /** The trained part after a step, and the loss before it. */
  @PyTree
  record Step<P>(P params, OptState optState, Array loss) {}

  /**
   * Makes a tuning.
   *
   * @param variables of the encoder, from what is trained
   */
  ContrastiveTuning(
      SentenceEncoder encoder, Function<P, Variables> variables, GradientTransformation optimizer) {
    this.encoder = encoder;
    this.variables = variables;
    this.optimizer = optimizer;
    this.step = jit(this::step);
  }

  private Step<P> step(P params, OptState state, Batch batch) {
    var at = valueAndGrad((P p) -> loss(p, batch)).apply(params);
    var updated = optimizer.update(at.grads(), state, params);
    return new Step<>(applyUpdates(params, updated.updates()), updated.state(), at.value());
  }

  private Array loss(P params, Batch batch) {
    var tuned = variables.apply(params);
    var queries = encoder.apply(tuned, batch.queries());
    var targets = encoder.apply(tuned, batch.targets());
    return loss(queries, targets);
  }

  /**
   * {@return the loss of pairs, a scalar}
   *
   * @param queries {@code [n, features]}, of norm 1
   * @param targets of the same shape
   */
  static Array loss(Array queries, Array targets) {
    var scores = queries.matmul(targets.transpose()).mul(SCALE);
    var labels = arange(queries.dim(0));
    return softmaxCrossEntropyWithIntegerLabels(scores, labels)
        .mean()
        .add(softmaxCrossEntropyWithIntegerLabels(scores.transpose(), labels).mean())
        .div(2);
  }

  /**
   * {@return what is trained, after all epochs}
   *
   * @param batches of an epoch, in any order
   * @param each is called after each step with its number from 1 on and the loss
   */
  P train(P initial, List<Batch> batches, int epochs, long seed, ObjDoubleConsumer<Integer> each) {
    var params = initial;
    var state = optimizer.init(initial);
    var order = new ArrayList<>(batches);
    int number = 0;
    for (int epoch = 0; epoch < epochs; epoch++) {
      Collections.shuffle(order, new Random(seed + epoch));
      for (var batch : order) {
        var result = step.apply(params, state, batch);
        params = result.params();
        state = result.optState();
        each.accept(++number, result.loss().item());
      }
    }
    return params;
  }
}
