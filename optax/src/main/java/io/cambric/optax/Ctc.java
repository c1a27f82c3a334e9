package io.cambric.optax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;

/**
 * The forward algorithm of connectionist temporal classification, in logarithms.
 *
 * <p>A state phi between labels emits blanks or nothing. A label passes to the next phi without
 * cost. If the next label is the same, a blank must separate them.
 */
final class Ctc {

  private final Array labels;
  private final Array repeated;
  private final double logEpsilon;

  /**
   * @param labels {@code [batch, n]}
   * @param logEpsilon finite value for the logarithm of 0
   */
  Ctc(Array labels, double logEpsilon) {
    this.labels = labels;
    this.logEpsilon = logEpsilon;
    int n = labels.dim(1);
    var same = n == 0 ? labels : labels.slice(1, 0, n - 1).eq(labels.slice(1, 1, n));
    int missing = Math.min(n, 1);
    this.repeated = Numpy.pad(same.astype(DType.F32), new int[][] {{0, 0}, {0, missing}});
  }

  static void requireShapes(Array logits, Array logitPaddings, Array labels, Array labelPaddings) {
    boolean fit =
        logits.rank() == 3
            && labels.rank() == 2
            && labels.dim(0) == logits.dim(0)
            && labels.shape().equals(labelPaddings.shape())
            && logitPaddings.shape().equals(logits.shape().slice(0, 2));
    if (!fit) {
      throw new ShapeException(
          "ctc_loss needs logits [batch, time, classes], their paddings [batch, time], labels [batch, n] and their paddings [batch, n], but got %s, %s, %s and %s."
              .formatted(logits.aval(), logitPaddings.aval(), labels.aval(), labelPaddings.aval()));
    }
  }

  private record State(Array phi, Array emit) {}

  /** The scores at one time: logarithms of probabilities, and 1 if the time is padding. */
  private record Time(Array logEmit, Array logBlank, Array padding) {}

  CtcForward run(Array logits, Array logitPaddings, Array labelPaddings, int blankId) {
    int batch = labels.dim(0);
    int n = labels.dim(1);
    var logProbabilities = Activations.logSoftmax(logits);
    var blanks = logProbabilities.slice(2, blankId, blankId + 1);
    var oneHot = Activations.oneHot(labels, logits.dim(2));
    var emitted = Numpy.einsum("btk,bnk->btn", logProbabilities, oneHot);
    var start =
        Numpy.concatenate(
            java.util.List.of(Numpy.zeros(batch, 1), Numpy.full(Shape.of(batch, n), logEpsilon)),
            1);
    Carry<State, State> states =
        Transforms.scan(
            this::step,
            new State(start, Numpy.full(Shape.of(batch, n), logEpsilon)),
            new Time(
                Numpy.moveaxis(emitted, 1, 0),
                Numpy.moveaxis(blanks, 1, 0),
                Numpy.moveaxis(logitPaddings, 1, 0)));
    var last = withAdded(states.carry().phi(), states.carry().emit());
    int times = logits.dim(1);
    var phi =
        Numpy.concatenate(
            java.util.List.of(states.output().phi().slice(0, 0, times - 1), last.expandDims(0)), 0);
    var lengths = labelPaddings.sum(1).astype(DType.I32).neg().add(n);
    var chosen = Activations.oneHot(lengths, n + 1);
    return new CtcForward(last.mul(chosen).sum(-1).neg(), phi, states.output().emit());
  }

  private Carry<State, State> step(State previous, Time time) {
    var phi = withAdded(previous.phi(), previous.emit().add(repeated.mul(logEpsilon)));
    var before = phi.slice(1, 0, labels.dim(1));
    var emit = Numpy.logaddexp(before.add(time.logEmit()), previous.emit().add(time.logEmit()));
    var viaBlank = previous.emit().add(time.logBlank()).add(repeated.neg().add(1).mul(logEpsilon));
    var next = withAdded(phi.add(time.logBlank()), viaBlank);
    var padding = time.padding().expandDims(-1);
    var state =
        new State(kept(padding, previous.phi(), next), kept(padding, previous.emit(), emit));
    return new Carry<>(state, state);
  }

  private static Array kept(Array padding, Array previous, Array next) {
    return padding.mul(previous).add(padding.neg().add(1).mul(next));
  }

  /** {@return phi with scores added, in logarithms, to all states except the first} */
  private static Array withAdded(Array phi, Array scores) {
    var rest = phi.slice(1, 1, phi.dim(1));
    return Numpy.concatenate(
        java.util.List.of(phi.slice(1, 0, 1), Numpy.logaddexp(rest, scores)), 1);
  }
}
