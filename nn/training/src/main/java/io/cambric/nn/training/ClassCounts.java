package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Segments;
import org.jspecify.annotations.Nullable;

/**
 * Counts of right and wrong predictions of each class, from which {@link Precision}, {@link Recall}
 * and {@link FScore} follow. For two classes there are counts of the positive class only, {@code
 * [1]}.
 *
 * @param truePositives weights of examples of a class, predicted as that class, {@code f64[n]}
 * @param falsePositives weights of examples of other classes, predicted as that class
 * @param falseNegatives weights of examples of a class, predicted as another class
 */
@PyTree
public record ClassCounts(Array truePositives, Array falsePositives, Array falseNegatives)
    implements Metric<ClassCounts> {

  /**
   * {@return counts of no examples}
   *
   * @throws HyperparameterException if there is no class
   */
  public static ClassCounts of(int classes) {
    if (classes < 1) {
      throw new HyperparameterException(
          "ClassCounts needs at least 1 class, but got %d. Pass the number of labels."
              .formatted(classes));
    }
    return new ClassCounts(
        ExampleWeights.none(classes), ExampleWeights.none(classes), ExampleWeights.none(classes));
  }

  /** Adds scores {@code [..., classes]}, or {@code [...]} of the positive class alone. */
  ClassCounts update(
      String what, double threshold, Array scores, Array labels, @Nullable Array mask) {
    int classes = truePositives.dim(0);
    return classes == 1
        ? updateBinary(what, threshold, scores, labels, mask)
        : updateHighest(what, scores, labels, mask);
  }

  private ClassCounts updateBinary(
      String what, double threshold, Array scores, Array labels, @Nullable Array mask) {
    ExampleWeights.requireBinary(what, scores, labels, what + ".of");
    var weights = ExampleWeights.weights(what, labels.shape(), mask);
    var predicted = scores.gt(threshold);
    var labelled = labels.ne(0);
    return plus(
        sum(predicted.and(labelled), weights),
        sum(predicted.and(labelled.not()), weights),
        sum(predicted.not().and(labelled), weights));
  }

  private static Array sum(Array isCounted, Array weights) {
    return Numpy.where(isCounted, weights, 0.0).sum().reshape(1);
  }

  private ClassCounts updateHighest(String what, Array scores, Array labels, @Nullable Array mask) {
    ExampleWeights.requireScores(what, scores, labels, what + ".binary");
    int classes = truePositives.dim(0);
    if (scores.dim(-1) != classes) {
      throw new ShapeException(
          "%s needs scores of %d classes, but got %s. Create it with the classes of the model."
              .formatted(what, classes, scores.aval()));
    }
    var weights = ExampleWeights.weights(what, labels.shape(), mask);
    var predicted = scores.argmax(labels.rank());
    var inRange = ExampleWeights.isInRange(labels, classes);
    var label = Numpy.where(inRange, labels, 0);
    var isCorrect = predicted.eq(labels);
    var wrong = Numpy.where(isCorrect, 0.0, weights);
    return plus(
        byClass(Numpy.where(isCorrect, weights, 0.0), label),
        byClass(wrong, predicted),
        byClass(Numpy.where(inRange, wrong, 0.0), label));
  }

  private Array byClass(Array weights, Array classes) {
    return Segments.segmentSum(weights.ravel(), classes.ravel(), truePositives.dim(0));
  }

  private ClassCounts plus(Array truePositive, Array falsePositive, Array falseNegative) {
    return new ClassCounts(
        truePositives.add(truePositive),
        falsePositives.add(falsePositive),
        falseNegatives.add(falseNegative));
  }

  /** {@return counts of all classes taken together, {@code []}} */
  ClassCounts total() {
    return new ClassCounts(truePositives.sum(), falsePositives.sum(), falseNegatives.sum());
  }

  Array precision() {
    return ExampleWeights.ratio(truePositives, truePositives.add(falsePositives));
  }

  Array recall() {
    return ExampleWeights.ratio(truePositives, labelled());
  }

  Array fScore(double beta) {
    double square = beta * beta;
    var right = truePositives.mul(1 + square);
    return ExampleWeights.ratio(right, right.add(falseNegatives.mul(square)).add(falsePositives));
  }

  /** {@return weights of the examples of each class} */
  Array labelled() {
    return truePositives.add(falseNegatives);
  }

  /** {@return true positives, false positives and false negatives, {@code f64[3, classes]}} */
  @Override
  public Array compute() {
    return Numpy.stack(truePositives, falsePositives, falseNegatives);
  }
}
