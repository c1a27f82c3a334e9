package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.Random;

/** A random batch of classified examples, of which some rows are padding with NaN. */
@PyTree
record Sample(Array scores, Array labels, Array mask) {

  static final int CLASSES = 4;

  /** Scores are multiples of 1/8, so that some are equal. */
  static Sample of(long seed, int rows) {
    var random = new Random(seed);
    var scores = new float[rows * CLASSES];
    var labels = new int[rows];
    var mask = new float[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = random.nextInt(CLASSES);
      mask[i] = random.nextInt(4) == 0 ? 0 : 1;
      for (int c = 0; c < CLASSES; c++) {
        scores[i * CLASSES + c] = mask[i] == 0 ? Float.NaN : random.nextInt(9) / 8f;
      }
    }
    return new Sample(
        NdArray.of(Shape.of(rows, CLASSES), scores),
        NdArray.ofInts(Shape.of(rows), labels),
        NdArray.of(Shape.of(rows), mask));
  }

  int rows() {
    return labels.size();
  }

  boolean counts(int row) {
    return mask.toFloats()[row] != 0;
  }

  int label(int row) {
    return labels.toInts()[row];
  }

  float score(int row, int c) {
    return scores.toFloats()[row * CLASSES + c];
  }

  /** {@return the class with the highest score, the lower one of equals} */
  int predicted(int row) {
    int best = 0;
    for (int c = 1; c < CLASSES; c++) {
      if (score(row, c) > score(row, best)) {
        best = c;
      }
    }
    return best;
  }

  /** {@return scores of the last class, as probabilities} */
  Array probabilities() {
    return scores.get("..., 3");
  }

  /** {@return whether the label is the last class, as 0 and 1} */
  Array binaryLabels() {
    return labels.eq(CLASSES - 1).astype(DType.I32);
  }
}
