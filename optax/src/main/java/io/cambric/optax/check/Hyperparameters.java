package io.cambric.optax.check;

import io.cambric.errors.HyperparameterException;
import org.jspecify.annotations.Nullable;

/** Checks of hyperparameters. Messages say where, what is needed, what came, what to do. */
public final class Hyperparameters {

  private Hyperparameters() {}

  /** Checks a decay of a moving average. */
  public static void requireDecay(String where, String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new HyperparameterException(
          "%s needs %s in [0, 1), but got %s. It is the share of the old average that stays; 0.9 is usual."
              .formatted(where, name, value));
    }
  }

  /** Checks a share. */
  public static void requireUnitInterval(String where, String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new HyperparameterException(
          "%s needs %s in [0, 1], but got %s. It is a share, not a percentage."
              .formatted(where, name, value));
    }
  }

  /** Checks a number that is 0 or more. */
  public static void requireNotNegative(String where, String name, double value, String mend) {
    if (!(value >= 0)) {
      throw new HyperparameterException(
          "%s needs %s of at least 0, but got %s. %s".formatted(where, name, value, mend));
    }
  }

  /** Checks a number that is more than 0. */
  public static void requirePositive(String where, String name, double value, String mend) {
    if (!(value > 0)) {
      throw new HyperparameterException(
          "%s needs %s above 0, but got %s. %s".formatted(where, name, value, mend));
    }
  }

  /** Checks a number that is neither infinite nor not a number. */
  public static void requireFinite(String where, String name, double value) {
    if (!Double.isFinite(value)) {
      throw new HyperparameterException(
          "%s needs a finite %s, but got %s. Look for a division by 0 where it is computed."
              .formatted(where, name, value));
    }
  }

  /** Checks a number that values are divided by: it is finite and above 0. */
  public static void requireFactor(String where, String name, double value) {
    requireFinite(where, name, value);
    requirePositive(where, name, value, "Values are divided by it.");
  }

  /** Checks a learning rate, which is finite and 0 or more. */
  public static void requireLearningRate(String where, double value) {
    requireFinite(where, "learning rate", value);
    requireNotNegative(
        where,
        "a learning rate",
        value,
        "The sign is flipped already; to climb, chain with scale(step).");
  }

  /** {@return the parameters, checked to be given} */
  public static <P> P requireParams(String where, @Nullable P params) {
    if (params == null) {
      throw new HyperparameterException(
          "%s needs the parameters, but update got null. Call update(updates, state, params)."
              .formatted(where));
    }
    return params;
  }
}
