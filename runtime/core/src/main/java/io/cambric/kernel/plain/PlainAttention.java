package io.cambric.kernel.plain;

import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.thread.Parallel;

/**
 * Plain kernels for attention and its derivatives: one row of scores after another, in double
 * precision.
 */
final class PlainAttention {

  private PlainAttention() {}

  static void run(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums) {
    for (int b = 0; b < spec.batch(); b++) {
      for (int h = 0; h < spec.heads(); h++) {
        int batch = b;
        int head = h;
        var terms = new PlainScores(spec, x, b, h);
        Parallel.forRange(
            spec.queries(),
            grain(spec),
            (from, to) -> {
              for (int t = from; t < to; t++) {
                row(spec, terms, batch, head, t, out, logSums);
              }
            });
      }
    }
  }

  private static int grain(ScoreSpec spec) {
    long work = Math.max(1, (long) spec.keys() * (spec.size() + spec.valueSize()));
    return (int) Math.max(1, (1 << 16) / work);
  }

  private static void row(
      ScoreSpec spec, PlainScores terms, int batch, int head, int t, Operand out, Operand logSums) {
    double[] scores = new double[spec.keys()];
    terms.scores(t, scores);
    double max = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      max = Math.max(max, score);
    }
    double sum = 0;
    double[] mean = new double[spec.valueSize()];
    for (int s = 0; s < scores.length; s++) {
      double weight = Math.exp(scores[s] - max);
      sum += weight;
      PlainScores.addScaled(mean, 0, weight, terms.value, s, mean.length);
    }
    for (int d = 0; d < mean.length; d++) {
      out.buffer().setDouble(PlainScores.place(out, batch, t, head, d), mean[d] / sum);
    }
    logSums.buffer().setDouble(PlainScores.place(logSums, batch, head, t), max + Math.log(sum));
  }

  static void tangent(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      ScoreOperands tangents,
      Operand out,
      Operand sums) {
    for (int b = 0; b < spec.batch(); b++) {
      for (int h = 0; h < spec.heads(); h++) {
        int batch = b;
        int head = h;
        var terms = new PlainScores(spec, x, b, h);
        var moved = new PlainScores(spec, tangents, b, h);
        Parallel.forRange(
            spec.queries(),
            grain(spec),
            (from, to) -> {
              for (int t = from; t < to; t++) {
                double logSum = PlainScores.at(logSums, batch, head, t);
                double[] weights = new double[spec.keys()];
                terms.scores(t, weights);
                terms.weigh(weights, logSum);
                double[] mean = new double[spec.valueSize()];
                double sum = 0;
                for (int s = 0; s < weights.length; s++) {
                  double change =
                      terms.isSeen(t, s)
                          ? weights[s] * change(spec, terms, moved, tangents, batch, head, t, s)
                          : 0;
                  sum += change;
                  PlainScores.addScaled(mean, 0, change, terms.value, s, mean.length);
                  PlainScores.addScaled(mean, 0, weights[s], moved.value, s, mean.length);
                }
                for (int d = 0; d < mean.length; d++) {
                  out.buffer().setDouble(PlainScores.place(out, batch, t, head, d), mean[d]);
                }
                sums.buffer().setDouble(PlainScores.place(sums, batch, head, t), sum);
              }
            });
      }
    }
  }

  private static double change(
      ScoreSpec spec,
      PlainScores terms,
      PlainScores moved,
      ScoreOperands tangents,
      int batch,
      int head,
      int t,
      int s) {
    int size = spec.size();
    return spec.scale()
            * (PlainScores.dot(moved.query, t, terms.key, s, size)
                + PlainScores.dot(terms.query, t, moved.key, s, size))
        + PlainScores.at(tangents.bias(), batch, head, t, s);
  }

  static void gradient(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    Parallel.forRange(
        spec.batch() * spec.groups(),
        1,
        (from, to) -> {
          for (int unit = from; unit < to; unit++) {
            gradientOfGroup(
                spec, x, logSums, cotangent, sums, out, unit / spec.groups(), unit % spec.groups());
          }
        });
  }

  private static void gradientOfGroup(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out,
      int batch,
      int group) {
    int size = spec.size();
    int valueSize = spec.valueSize();
    double[] dKey = new double[spec.keys() * size];
    double[] dValue = new double[spec.keys() * valueSize];
    double[] weights = new double[spec.keys()];
    for (int h = 0; h < spec.headsPerGroup(); h++) {
      int head = group * spec.headsPerGroup() + h;
      var terms = new PlainScores(spec, x, batch, head);
      double[] ct = PlainScores.rows(cotangent, batch, head, spec.queries(), valueSize);
      double[] dQuery = new double[spec.queries() * size];
      for (int t = 0; t < spec.queries(); t++) {
        terms.scores(t, weights);
        terms.weigh(weights, PlainScores.at(logSums, batch, head, t));
        double sum = PlainScores.at(sums, batch, head, t);
        for (int s = 0; s < weights.length; s++) {
          PlainScores.addScaled(dValue, s, weights[s], ct, t, valueSize);
          double toScore =
              terms.isSeen(t, s)
                  ? weights[s] * (PlainScores.dot(ct, t, terms.value, s, valueSize) - sum)
                  : 0;
          PlainScores.addScaled(dQuery, t, spec.scale() * toScore, terms.key, s, size);
          PlainScores.addScaled(dKey, s, spec.scale() * toScore, terms.query, t, size);
          if (out.bias() != null) {
            out.bias()
                .buffer()
                .setDouble(PlainScores.place(out.bias(), batch, head, t, s), toScore);
          }
        }
      }
      PlainScores.store(dQuery, out.query(), batch, head, spec.queries(), size);
    }
    PlainScores.store(dKey, out.key(), batch, group, spec.keys(), size);
    PlainScores.store(dValue, out.value(), batch, group, spec.keys(), valueSize);
  }
}
