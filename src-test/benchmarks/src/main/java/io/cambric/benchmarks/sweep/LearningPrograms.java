package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.numpy.Activations.gelu;
import static io.cambric.numpy.Activations.logSoftmax;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Activations.sigmoid;
import static io.cambric.numpy.Activations.silu;
import static io.cambric.numpy.Activations.softmax;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Segments;
import io.cambric.transform.result.Carry;
import java.util.List;

/** Parts of networks, their losses, and what is derived from them. */
final class LearningPrograms {

  private static final long MOST = 60_000_000;
  private static final Axes ONES = Axes.of(1, 1);
  private static final ConvDims LAST = ConvDims.of("NHWC", "HWIO", "NHWC");

  private LearningPrograms() {}

  static List<Family> families() {
    return List.of(ofProducts(), ofFusion(), ofPlaces());
  }

  /** Programs whose products decide. */
  private static Family ofProducts() {
    return new Family("products, Epilogues", MOST, false)
        .addSized(
            "users.block",
            SINGLE,
            "b:1-8 t:16-256 4*d:16-96, small 4*d 12*d, small 4*d 4*d, small 4*d 16*d, small 16*d 4*d",
            (_, x) -> block(x.get(0), x.get(1), x.get(2), x.get(3), x.get(4)))
        .addSized(
            "users.swiglu",
            SINGLE,
            "n:8-512 8*w:8-64, 8*w, small 8*w 8*h:16-128, small 8*w 8*h, small 8*h 8*w",
            (_, x) -> {
              var rows = rootNorm(x.get(0), x.get(1));
              var gate = silu(rows.matmul(x.get(2)));
              return gate.mul(rows.matmul(x.get(3))).matmul(x.get(4)).square().mean();
            })
        .add(
            "users.crossEntropy",
            SINGLE,
            "n:16-512 w:32-512, small w c:10-5000, ids(c) n",
            (x, w, labels) ->
                Numpy.takeAlongAxis(logSoftmax(x.matmul(w)), labels.expandDims(1), 1).mean().neg())
        .forwardSized(
            "users.hessianProduct",
            SINGLE,
            "n:32-512 w:16-256, small w w, small w w, small w w, small w w",
            (_, x) -> hessianProduct(x))
        .addSized(
            "users.lstm",
            SINGLE,
            "t:10-80 b:1-64 w:32-256, small w 4*w, small w 4*w",
            (_, x) -> lstm(x.get(0), x.get(1), x.get(2)))
        .add(
            "users.convBlock",
            SINGLE,
            "n:1-16 s:7-48 s 4*c:2-24, small 3 3 4*c 4*c, small 3 3 4*c 4*c",
            LearningPrograms::convBlock)
        .add(
            "users.contrastive",
            SINGLE,
            "n:16-512 w:16-256, n w",
            (x, y) -> {
              var scores = unit(x).matmul(unit(y).transpose()).mul(10);
              var rows = Numpy.diagonal(logSoftmax(scores));
              return rows.add(Numpy.diagonal(logSoftmax(scores.transpose()))).mean().neg();
            })
        .addSized(
            "users.mixture",
            SINGLE,
            "n:32-2000 w:1-32, n 1, w 64, small 64 c:3-20, small 64 c, small 64 c",
            (_, x) -> {
              var hidden = x.get(0).matmul(x.get(2)).tanh();
              var scale = hidden.matmul(x.get(3));
              var far = x.get(1).sub(hidden.matmul(x.get(4))).div(scale.exp());
              var each = logSoftmax(hidden.matmul(x.get(5))).sub(scale);
              return Numpy.logsumexp(each.sub(far.square().mul(0.5)), 1).mean().neg();
            })
        .forwardSized(
            "users.exampleGradients",
            SINGLE,
            "n:16-256 32, ids(10) n, small 32 w:16-128, small w 10",
            (_, x) -> exampleGradients(x.get(0), x.get(1), x.get(2), x.get(3)));
  }

  /** Programs whose elementwise work and reductions decide. */
  private static Family ofFusion() {
    return new Family("Fuser", MOST, false)
        .add(
            "users.focal",
            SINGLE,
            "n:100-200000, bool n",
            (x, isTrue) -> {
              var sign = Numpy.where(isTrue, Numpy.scalar(1.0), Numpy.scalar(-1.0));
              var share = sigmoid(x.mul(sign));
              return share.mul(-1).add(1).square().mul(share.log()).mean().neg();
            })
        .addSized(
            "users.policy",
            SINGLE,
            "n:64-20000 a:2-18, n a, ids(a) n, n",
            (_, x) -> {
              var labels = x.get(2).expandDims(1);
              var now = Numpy.takeAlongAxis(logSoftmax(x.get(0)), labels, 1).squeeze(1);
              var before = Numpy.takeAlongAxis(logSoftmax(x.get(1)), labels, 1).squeeze(1);
              var ratio = now.sub(before).exp();
              var clipped = Numpy.clip(ratio, 0.8, 1.2).mul(x.get(3));
              var entropy = softmax(x.get(0)).mul(logSoftmax(x.get(0))).sum(1).mean();
              return Numpy.minimum(ratio.mul(x.get(3)), clipped)
                  .mean()
                  .neg()
                  .add(entropy.mul(0.01));
            })
        .add(
            "users.triplet",
            SINGLE,
            "n:16-4000 w:4-128, n w, n w",
            (x, near, far) -> {
              var closer = x.sub(near).square().sum(1).sub(x.sub(far).square().sum(1));
              return Numpy.maximum(closer.add(1), 0.0).mean();
            })
        .add(
            "users.divergence",
            SINGLE,
            "n:16-4000 z:2-128, n z",
            (mean, scale) ->
                scale.mul(2).add(1).sub(mean.square()).sub(scale.mul(2).exp()).sum(1).mean().neg());
  }

  /** Programs whose gathers and scatters decide. */
  private static Family ofPlaces() {
    return new Family("gathers, InPlaceUpdates", MOST, false)
        .addSized(
            "users.graph",
            SINGLE,
            "v:200-5000 w:8-128, ids(v) e:1000-30000, ids(v) e, small w w, small w w",
            (_, x) -> {
              var nodes = x.get(0);
              for (int layer = 0; layer < 2; layer++) {
                var sent = Numpy.take(nodes, x.get(1), 0);
                var sums = Segments.segmentSum(sent, x.get(2), nodes.dim(0));
                nodes = relu(sums.matmul(x.get(3)).add(nodes.matmul(x.get(4))));
              }
              return nodes.square().mean();
            });
  }

  private static Array norm(Array x) {
    var centred = x.sub(Numpy.mean(x, Axes.of(-1), true));
    return centred.div(Numpy.sqrt(Numpy.var(x, Axes.of(-1), true).add(1e-5)));
  }

  private static Array rootNorm(Array x, Array scale) {
    return x.div(Numpy.sqrt(Numpy.mean(x.square(), Axes.of(-1), true).add(1e-6))).mul(scale);
  }

  private static Array unit(Array x) {
    return x.div(Numpy.sqrt(Numpy.sum(x.square(), Axes.of(-1), true).add(1e-6)));
  }

  /** A block of a transformer of four heads. */
  private static Array block(Array x, Array qkv, Array out, Array up, Array down) {
    int batch = x.dim(0);
    int tokens = x.dim(1);
    int size = x.dim(2) / 4;
    var parts = norm(x).matmul(qkv).reshape(batch, tokens, 3, 4, size);
    var query = parts.get(":, :, 0");
    var key = parts.get(":, :, 1");
    var value = parts.get(":, :, 2");
    var scores = Numpy.einsum("bqhd,bkhd->bhqk", query, key).mul(1 / Math.sqrt(size));
    var heads = Numpy.einsum("bhqk,bkhd->bqhd", softmax(scores), value);
    var y = x.add(heads.reshape(batch, tokens, 4 * size).matmul(out));
    return y.add(gelu(norm(y).matmul(up)).matmul(down)).square().mean();
  }

  /** The Hessian of a loss of two layers, times a direction. */
  private static Object hessianProduct(List<Array> x) {
    var data = x.get(0);
    return jvp(
            (List<Array> weights) ->
                grad((List<Array> w) ->
                        data.matmul(w.get(0)).tanh().matmul(w.get(1)).tanh().square().mean())
                    .apply(weights),
            List.of(x.get(1), x.get(2)),
            List.of(x.get(3), x.get(4)))
        .tangent();
  }

  private static Array lstm(Array x, Array ofInput, Array ofState) {
    int width = x.dim(2);
    var start = List.of(Numpy.zeros(x.dim(1), width), Numpy.zeros(x.dim(1), width));
    return scan(
            (List<Array> state, Array step) -> {
              var gates = step.matmul(ofInput).add(state.get(0).matmul(ofState));
              var kept = sigmoid(gates.get(":, :" + width).add(1)).mul(state.get(1));
              var input = sigmoid(gates.get(":, " + width + ":" + 2 * width));
              var added = gates.get(":, " + 2 * width + ":" + 3 * width).tanh();
              var cell = kept.add(input.mul(added));
              var next = sigmoid(gates.get(":, " + 3 * width + ":")).mul(cell.tanh());
              return new Carry<>(List.of(next, cell), next);
            },
            start,
            x)
        .output()
        .square()
        .mean();
  }

  /** Two convolutions, statistics of the batch between them, and the way around. */
  private static Array convBlock(Array x, Array first, Array second) {
    var axes = Axes.of(0, 1, 2);
    var y = Lax.conv(x, first, ONES, Padding.SAME, LAST);
    var centred = y.sub(Numpy.mean(y, axes, true));
    var scaled = centred.div(Numpy.sqrt(Numpy.var(y, axes, true).add(1e-5)));
    return Lax.conv(relu(scaled), second, ONES, Padding.SAME, LAST).add(x).square().mean();
  }

  /** The sum of clipped gradients, one an example. */
  private static Object exampleGradients(Array x, Array labels, Array first, Array second) {
    var each =
        vmap((List<Array> weights, Array row, Array label) ->
                grad((List<Array> w) ->
                        Numpy.take(logSoftmax(relu(row.matmul(w.get(0))).matmul(w.get(1))), label)
                            .neg())
                    .apply(weights))
            .inAxes(null, 0, 0)
            .apply(List.of(first, second), x, labels);
    var norms = Numpy.sqrt(each.get(0).square().sum(1, 2).add(each.get(1).square().sum(1, 2)));
    var factors = Numpy.minimum(Numpy.reciprocal(norms.add(1e-6)), 1.0);
    return List.of(
        Numpy.einsum("b,bij->ij", factors, each.get(0)),
        Numpy.einsum("b,bij->ij", factors, each.get(1)));
  }
}
