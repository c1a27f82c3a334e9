package io.cambric.examples.ragged;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Generated sequences of several lengths: noisy oscillations whose frequency rises, falls, rises
 * and falls, or is steady. The class is seen in the order of values, not in any one of them.
 */
final class Chirps {

  static final List<String> CLASSES = List.of("rising", "falling", "rising, falling", "steady");
  static final int MIN_LENGTH = 12;
  static final int MAX_LENGTH = 96;

  private static final double NOISE = 0.4;

  /** Cycles a step at the slow end, and how many more there are at the fast one. */
  private static final double SLOW = 0.04;

  private static final double SPAN = 0.22;

  private Chirps() {}

  /** {@return sequences, the same ones for a seed} */
  static List<Sequence> of(int count, long seed) {
    var random = new Random(seed);
    return Stream.generate(() -> next(random)).limit(count).toList();
  }

  private static Sequence next(Random random) {
    int length = random.nextInt(MIN_LENGTH, MAX_LENGTH + 1);
    int label = random.nextInt(CLASSES.size());
    double steady = random.nextDouble();
    double phase = random.nextDouble();
    var values = new float[length];
    for (int i = 0; i < length; i++) {
      double part = i / (length - 1.0);
      double height =
          switch (label) {
            case 0 -> part;
            case 1 -> 1 - part;
            case 2 -> 1 - Math.abs(2 * part - 1);
            default -> steady;
          };
      phase += SLOW + SPAN * height;
      values[i] = (float) (Math.sin(2 * Math.PI * phase) + NOISE * random.nextGaussian());
    }
    return new Sequence(NdArray.of(Shape.of(length, 1), values), NdArray.ofInts(Shape.of(), label));
  }
}
