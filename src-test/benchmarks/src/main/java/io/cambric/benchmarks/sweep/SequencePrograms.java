package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.numpy.Activations.logSoftmax;
import static io.cambric.numpy.Activations.sigmoid;
import static io.cambric.numpy.Activations.softmax;
import static io.cambric.transform.Transforms.associativeScan;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.scan;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.numpy.Numpy;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import java.util.List;

/** Sequences, signals, pictures and decisions. */
final class SequencePrograms {

  private static final long MOST = 20_000_000;
  private static final ConvDims LAST = ConvDims.of("NHWC", "HWIO", "NHWC");

  private SequencePrograms() {}

  static List<Family> families() {
    return List.of(ofSmallSteps(), ofWindows(), ofPlaces());
  }

  /** Loops over small arrays. */
  private static Family ofSmallSteps() {
    return new Family("StraightSteps", MOST, false)
        .forward("users.returns", SINGLE, "t:100-4000 n:1-64, share t n", SequencePrograms::returns)
        .add("users.movingAverage", SINGLE, "t:100-4000 n:1-64", SequencePrograms::movingAverage)
        .add(
            "users.forward",
            SINGLE,
            "t:50-1000 s:4-32, s s",
            (seen, moves) ->
                scan(
                        (Array state, Array step) -> {
                          var next = Numpy.logsumexp(state.expandDims(1).add(moves), 0).add(step);
                          return new Carry<>(next, next);
                        },
                        Numpy.zeros(seen.dim(1)),
                        seen)
                    .output())
        .forward(
            "users.bestPath",
            SINGLE,
            "t:50-1000 s:4-32, s s",
            (seen, moves) ->
                scan(
                        (Array state, Array step) -> {
                          var ways = state.expandDims(1).add(moves);
                          return new Carry<>(Numpy.max(ways, 0).add(step), Numpy.argmax(ways, 0));
                        },
                        Numpy.zeros(seen.dim(1)),
                        seen)
                    .output())
        .forward(
            "users.values",
            SINGLE,
            "share a:2-8 s:8-128 s, a s",
            (moves, rewards) -> {
              var shares = moves.div(Numpy.sum(moves, Axes.of(2), true));
              return foriLoop(
                  0,
                  100,
                  (_, value) -> Numpy.max(rewards.add(shares.matmul(value).mul(0.95)), 0),
                  Numpy.zeros(moves.dim(1)));
            })
        .add(
            "users.recurrence",
            SINGLE,
            "t:64-2048 w:8-256, t w",
            (gates, x) ->
                associativeScan(
                        (List<Array> a, List<Array> b) ->
                            List.of(a.get(0).mul(b.get(0)), a.get(1).mul(b.get(0)).add(b.get(1))),
                        List.of(sigmoid(gates), x))
                    .get(1));
  }

  /** Programs whose convolutions and products decide. */
  private static Family ofWindows() {
    return new Family("convolutions, Epilogues", MOST, false)
        .add(
            "users.similarity",
            SINGLE,
            "share n:1-8 h:16-128 h 1, share n h h 1",
            SequencePrograms::similarity)
        .forward(
            "users.edges",
            SINGLE,
            "share n:1-8 h:16-256 h 1",
            x -> {
              var across = Lax.conv(x, sobel(), Axes.of(1, 1), Padding.SAME, LAST);
              var down =
                  Lax.conv(x, Numpy.swapaxes(sobel(), 0, 1), Axes.of(1, 1), Padding.SAME, LAST);
              var strength = Numpy.sqrt(across.square().add(down.square()));
              return Numpy.where(strength.gt(0.5), strength, Numpy.scalar(0.0));
            })
        .forward(
            "users.filterBank",
            SINGLE,
            "n:1-16 t:200-4000 1, small w:3-33 1 c:2-32",
            (x, filters) ->
                Lax.conv(x, filters, Axes.of(1), Padding.SAME, ConvDims.of("NWC", "WIO", "NWC"))
                    .square())
        .forwardSized(
            "users.nextToken",
            SINGLE,
            "h:2-16 2*d:8-64, h t:16-1024 2*d, h t 2*d",
            (_, x) -> {
              var query = rotated(x.get(0).expandDims(1), x.get(1).dim(1));
              var scores = query.matmul(Numpy.swapaxes(x.get(1), 1, 2));
              var weights = softmax(scores.div(Math.sqrt(x.get(0).dim(1))));
              return weights.matmul(x.get(2)).squeeze(1);
            });
  }

  /** Programs whose places in arrays decide. */
  private static Family ofPlaces() {
    return new Family("gathers, InPlaceUpdates", MOST, false)
        .forward("users.bilinear", SINGLE, "n:1-32 s:24-160 s, n 1 1", SequencePrograms::bilinear)
        .forward(
            "users.beam",
            SINGLE,
            "b:1-8 k:2-8 v:100-20000, b k",
            (scores, before) -> {
              int beams = scores.dim(1);
              int words = scores.dim(2);
              var all = before.expandDims(2).add(logSoftmax(scores));
              var best = Lax.topK(all.reshape(scores.dim(0), beams * words), beams);
              return List.of(
                  best.get(0),
                  Numpy.floorDivide(best.get(1), words),
                  Numpy.mod(best.get(1), words));
            });
  }

  /** Discounted returns with the values of a critic, from the last step to the first. */
  private static Object returns(Array rewards, Array values) {
    return scan(
            (Array later, List<Array> step) -> {
              var next = step.get(0).add(later.mul(0.95)).add(step.get(1).mul(0.04));
              return new Carry<>(next, next);
            },
            Numpy.zeros(rewards.dim(1)),
            List.of(rewards, values),
            ScanOptions.DEFAULT.withReverse(true))
        .output();
  }

  private static Array movingAverage(Array x) {
    return scan(
            (Array mean, Array step) -> {
              var next = mean.mul(0.9).add(step.mul(0.1));
              return new Carry<>(next, next);
            },
            Numpy.zeros(x.dim(1)),
            x)
        .output();
  }

  /** The structural similarity of pictures, with means over windows of eight. */
  private static Array similarity(Array x, Array y) {
    var meanX = windows(x);
    var meanY = windows(y);
    var spreadX = windows(x.square()).sub(meanX.square());
    var spreadY = windows(y.square()).sub(meanY.square());
    var common = windows(x.mul(y)).sub(meanX.mul(meanY));
    var means = meanX.mul(meanY).mul(2).add(1e-4).div(meanX.square().add(meanY.square()).add(1e-4));
    return means.mul(common.mul(2).add(9e-4).div(spreadX.add(spreadY).add(9e-4))).mean();
  }

  private static Array windows(Array x) {
    var kernel = Numpy.ones(8, 8, 1, 1).div(64);
    return Lax.conv(x, kernel, Axes.of(1, 1), Padding.VALID, LAST);
  }

  private static Array sobel() {
    return Numpy.array(new float[] {-1, 0, 1, -2, 0, 2, -1, 0, 1}).reshape(3, 3, 1, 1);
  }

  /** The rotary embedding of a position: pairs from both halves of the last axis are rotated. */
  private static Array rotated(Array x, int position) {
    int half = x.dim(-1) / 2;
    var angles = Numpy.arange(half).astype(DType.F32).mul(-9.2 / half).exp().mul(position);
    var first = x.get("..., :" + half);
    var second = x.get("..., " + half + ":");
    return Numpy.concatenate(
        List.of(
            first.mul(angles.cos()).sub(second.mul(angles.sin())),
            second.mul(angles.cos()).add(first.mul(angles.sin()))),
        -1);
  }

  /** Rotated pictures, by bilinear interpolation. */
  private static Array bilinear(Array pictures, Array angle) {
    int count = pictures.dim(0);
    int side = pictures.dim(1);
    var flat = pictures.reshape(count, side * side);
    var places = Numpy.arange(side).astype(DType.F32).sub(side / 2.0);
    var down = places.reshape(1, side, 1);
    var across = places.reshape(1, 1, side);
    var y = angle.cos().mul(down).sub(angle.sin().mul(across)).add(side / 2.0);
    var x = angle.sin().mul(down).add(angle.cos().mul(across)).add(side / 2.0);
    y = Numpy.clip(y, 0, side - 1.001);
    x = Numpy.clip(x, 0, side - 1.001);
    var below = y.sub(Numpy.floor(y));
    var right = x.sub(Numpy.floor(x));
    var corner = Numpy.floor(y).astype(DType.I32).mul(side).add(Numpy.floor(x).astype(DType.I32));
    var at = corner.reshape(count, side * side);
    var shape = Shape.of(count, side, side);
    var above = below.mul(-1).add(1);
    var left = right.mul(-1).add(1);
    return Numpy.takeAlongAxis(flat, at, 1)
        .reshape(shape)
        .mul(above)
        .mul(left)
        .add(Numpy.takeAlongAxis(flat, at.add(1), 1).reshape(shape).mul(above).mul(right))
        .add(Numpy.takeAlongAxis(flat, at.add(side), 1).reshape(shape).mul(below).mul(left))
        .add(Numpy.takeAlongAxis(flat, at.add(side + 1), 1).reshape(shape).mul(below).mul(right));
  }
}
