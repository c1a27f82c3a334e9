package io.cambric.optax.contrib;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.base.Norms;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;

/**
 * The first step of {@link Dog}, as a distance or as a learning rate.
 *
 * @param kind of the value
 * @param value above 0
 */
public record InitialStep(Kind kind, Scalar value) {

  /** The meaning of the value. */
  public enum Kind {
    /** The assumed distance from the first parameters to a solution. */
    DISTANCE,
    /** The learning rate of the first step. */
    LEARNING_RATE,
    /** The assumed distance, as a multiple of 1 plus the norm of the first parameters. */
    HEURISTIC
  }

  public InitialStep {
    Hyperparameters.requirePositive(
        "dog", "init_step", value, "The parameters never move with a first step of 0.");
  }

  /** {@return the assumed distance from the first parameters to a solution} */
  public static InitialStep distance(double value) {
    return new InitialStep(Kind.DISTANCE, Scalar.of(value));
  }

  /** {@return the learning rate of the first step} */
  public static InitialStep learningRate(double value) {
    return new InitialStep(Kind.LEARNING_RATE, Scalar.of(value));
  }

  /** {@return a distance that is a multiple of 1 plus the norm of the first parameters} */
  public static InitialStep heuristic(double value) {
    return new InitialStep(Kind.HEURISTIC, Scalar.of(value));
  }

  /** {@return the assumed distance for these parameters, a scalar of a dtype} */
  Array distanceFor(Object params, DType dtype) {
    return switch (kind) {
      case DISTANCE -> value.array().astype(dtype);
      case LEARNING_RATE -> NdArray.scalar(dtype, 0);
      case HEURISTIC -> value.times(Norms.global(params).add(1)).astype(dtype);
    };
  }
}
