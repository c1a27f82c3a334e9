package io.cambric.nn.training;

import io.cambric.core.Array;

/** The way in which the numbers of several classes become one. */
public enum Average {

  /** The number of each class, {@code [classes]}. */
  NONE,

  /** One number for all classes together: the counts are added first. */
  MICRO,

  /** The mean of the numbers of all classes, those without examples included. */
  MACRO,

  /** The mean of the numbers of all classes, weighted by the number of examples with that label. */
  WEIGHTED;

  /** A number that follows from the counts of classes. */
  interface OfCounts {

    Array of(ClassCounts counts);
  }

  Array of(ClassCounts counts, OfCounts number) {
    return switch (this) {
      case NONE -> number.of(counts);
      case MICRO -> number.of(counts.total());
      case MACRO -> number.of(counts).mean();
      case WEIGHTED ->
          ExampleWeights.ratio(
              number.of(counts).mul(counts.labelled()).sum(), counts.labelled().sum());
    };
  }
}
