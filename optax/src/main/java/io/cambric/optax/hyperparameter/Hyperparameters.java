package io.cambric.optax.hyperparameter;

import io.cambric.errors.HyperparameterException;
import org.jspecify.annotations.Nullable;

/**
 * Checks of numeric hyperparameters. Messages name the location, the requirement, the given value
 * and the fix.
 */
public final class Hyperparameters {

  private Hyperparameters() {}

  /** Checks a decay of a moving average. */
  public static void requireDecay(String where, String name, Scalar value) {
    value.ifNumber(number -> requireDecay(where, name, number));
  }

  /** Checks the same for a number. */
  public static void requireDecay(String where, String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new HyperparameterException(
          "%s needs %s in [0, 1), but got %s. It is the weight of the old average; 0.9 is usual."
              .formatted(where, name, value));
    }
  }

  /** Checks a share. */
  public static void requireUnitInterval(String where, String name, Scalar value) {
    value.ifNumber(number -> requireUnitInterval(where, name, number));
  }

  /** Checks the same for a number. */
  public static void requireUnitInterval(String where, String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new HyperparameterException(
          "%s needs %s in [0, 1], but got %s. It is a fraction, not a percentage."
              .formatted(where, name, value));
    }
  }

  /** Checks a number that is 0 or more. */
  public static void requireNotNegative(String where, String name, Scalar value, String mend) {
    value.ifNumber(number -> requireNotNegative(where, name, number, mend));
  }

  /** Checks the same for a number. */
  public static void requireNotNegative(String where, String name, double value, String mend) {
    if (!(value >= 0)) {
      throw new HyperparameterException(
          "%s needs %s of at least 0, but got %s. %s".formatted(where, name, value, mend));
    }
  }

  /** Checks an integer that has a smallest value. */
  public static void requireAtLeast(String where, String name, int least, int value, String mend) {
    if (value < least) {
      throw new HyperparameterException(
          "%s needs %s of at least %d, but got %d. %s".formatted(where, name, least, value, mend));
    }
  }

  /** Checks a number that is more than 0. */
  public static void requirePositive(String where, String name, Scalar value, String mend) {
    value.ifNumber(number -> requirePositive(where, name, number, mend));
  }

  /** Checks the same for a number. */
  public static void requirePositive(String where, String name, double value, String mend) {
    if (!(value > 0)) {
      throw new HyperparameterException(
          "%s needs %s above 0, but got %s. %s".formatted(where, name, value, mend));
    }
  }

  /** Checks that a number is finite. */
  public static void requireFinite(String where, String name, Scalar value) {
    value.ifNumber(number -> requireFinite(where, name, number));
  }

  /** Checks the same for a number. */
  public static void requireFinite(String where, String name, double value) {
    if (!Double.isFinite(value)) {
      throw new HyperparameterException(
          "%s needs a finite %s, but got %s. Look for a division by 0 where it is computed."
              .formatted(where, name, value));
    }
  }

  /** Checks a divisor: it is finite and above 0. */
  public static void requireFactor(String where, String name, Scalar value) {
    value.ifNumber(number -> requireFactor(where, name, number));
  }

  /** Checks the same for a number. */
  public static void requireFactor(String where, String name, double value) {
    requireFinite(where, name, value);
    requirePositive(where, name, value, "Values are divided by it.");
  }

  /** Checks the numbers of an optimiser that estimates two moments. */
  public static void requireMoments(
      String where, Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot) {
    requireDecay(where, "b1", b1);
    requireDecay(where, "b2", b2);
    requireNotNegative(where, "eps", eps, "1e-8 is usual.");
    requireNotNegative(where, "eps_root", epsRoot, "0 is usual.");
  }

  /** Checks a learning rate, which is finite and 0 or more. */
  public static void requireLearningRate(String where, Scalar value) {
    value.ifNumber(number -> requireLearningRate(where, number));
  }

  private static void requireLearningRate(String where, double value) {
    requireFinite(where, "learning rate", value);
    requireNotNegative(
        where,
        "a learning rate",
        value,
        "The sign is already flipped; to maximise, chain with scale(step).");
  }

  /** {@return the parameters, which must not be {@code null}} */
  public static <P> P requireParams(String where, @Nullable P params) {
    if (params == null) {
      throw new HyperparameterException(
          "%s needs the parameters, but update got null. Call update(updates, state, params)."
              .formatted(where));
    }
    return params;
  }
}
