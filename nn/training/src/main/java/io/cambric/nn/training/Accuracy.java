package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/**
 * The fraction of examples whose label is among the {@code k} classes with the highest scores; NaN
 * without examples.
 *
 * <p>Ties go to the lower class, as in {@code argmax}. A score of NaN is higher than any number,
 * and never right. A label out of range is wrong; leave such examples out by a mask.
 *
 * @param k classes that may be right
 * @param correct the mean of 1 for a right example, and 0 for a wrong one
 */
@PyTree
public record Accuracy(@Static int k, Mean correct) implements Metric<Accuracy> {

  /**
   * Checks the number of classes that may be right.
   *
   * @throws HyperparameterException if it is below 1
   */
  public Accuracy {
    if (k < 1) {
      throw new HyperparameterException(
          "Accuracy needs k of at least 1, but got %d. Pass 1 for the class with the highest score."
              .formatted(k));
    }
  }

  /** {@return the accuracy of no examples, by the highest score} */
  public static Accuracy empty() {
    return top(1);
  }

  /**
   * {@return the accuracy of no examples, by the {@code k} highest scores}
   *
   * @throws HyperparameterException if k is below 1
   */
  public static Accuracy top(int k) {
    return new Accuracy(k, Mean.empty());
  }

  /** {@return this with more examples: scores {@code [..., classes]} and labels {@code [...]}} */
  public Accuracy update(Array scores, Array labels) {
    return update(scores, labels, null);
  }

  /**
   * {@return this with more examples}
   *
   * @param scores logits or probabilities, {@code [..., classes]}
   * @param labels classes from 0, integers {@code [...]}
   * @param mask weights whose axes are the leading ones of the labels; null for 1 everywhere
   * @throws ShapeException if the shapes do not fit, or there are fewer than k classes or two
   */
  public Accuracy update(Array scores, Array labels, @Nullable Array mask) {
    ExampleWeights.requireScores("Accuracy", scores, labels, "BinaryAccuracy.of(0.5)");
    int classes = scores.dim(-1);
    if (classes < k) {
      throw new ShapeException(
          "Accuracy with k = %d needs at least as many classes, but got scores %s. Pass a smaller k."
              .formatted(k, scores.aval()));
    }
    return new Accuracy(k, correct.update(isCorrect(scores, labels, classes), mask));
  }

  /** {@return whether fewer than k classes rank before the class of the label} */
  private Array isCorrect(Array scores, Array labels, int classes) {
    int axis = labels.rank();
    var isLabel = ExampleWeights.isClass(labels, classes);
    var score = Numpy.where(isLabel, scores, 0).sum(axis).expandDims(axis);
    var isLower = Numpy.arange(classes).lt(labels.expandDims(axis));
    var isBefore = scores.le(score).not().or(scores.eq(score).and(isLower));
    return Numpy.countNonzero(isBefore, axis).lt(k).and(ExampleWeights.isInRange(labels, classes));
  }

  /** {@return the fraction of right examples, {@code f64[]}} */
  @Override
  public Array compute() {
    return correct.compute();
  }
}
