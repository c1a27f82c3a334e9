package io.cambric.examples.ppo;

import static io.cambric.numpy.Numpy.stack;
import static io.cambric.numpy.Numpy.where;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import java.util.List;

/**
 * A pole on a cart that is pushed to the left or to the right. All functions are written for one
 * pole; {@code vmap} makes them functions of many.
 *
 * <p>An episode terminates when the cart leaves the track or the pole has fallen, and is truncated
 * after {@link #MAX_STEPS}. The reward of each step is 1.
 *
 * @see <a href="https://gymnasium.farama.org/environments/classic_control/cart_pole/">CartPole-v1
 *     of Gymnasium</a>
 */
final class CartPole {

  static final int ACTIONS = 2;
  static final int MAX_STEPS = 500;

  private static final double GRAVITY = 9.8;
  private static final double POLE_MASS = 0.1;
  private static final double TOTAL_MASS = 1.1;
  private static final double HALF_LENGTH = 0.5;
  private static final double FORCE = 10;
  private static final double SECONDS = 0.02;
  private static final double MAX_POSITION = 2.4;
  private static final double MAX_ANGLE = Math.toRadians(12);

  /** A new episode begins close to the balance. */
  private static final double START = 0.05;

  private CartPole() {}

  /**
   * A pole.
   *
   * @param state position and velocity of the cart, angle and angular velocity of the pole, {@code
   *     f32[4]} in metres, radians and seconds
   * @param steps since the episode began, {@code i32[]}
   */
  @PyTree
  record Pole(Array state, Array steps) {}

  /**
   * A step of a pole.
   *
   * @param reached the pole after the step
   * @param terminated whether the episode has failed, {@code bool[]}
   * @param done whether it has ended in either way
   * @param next {@code reached}, or the first pole of a new episode where this one is done
   */
  @PyTree
  record Step(Pole reached, Array terminated, Array done, Pole next) {}

  /** {@return the first pole of an episode} */
  static Pole reset(Key key) {
    var state = Random.uniform(key, Shape.of(4), DType.F32, -START, START);
    return new Pole(state, NdArray.scalar(DType.I32, 0));
  }

  /**
   * {@return the step of a push}
   *
   * @param action 0 for the left, 1 for the right
   * @param key of the next episode, if this one ends
   */
  static Step step(Pole pole, Array action, Key key) {
    var reached = new Pole(moved(pole.state(), action), pole.steps().add(1));
    Array position = reached.state().get(0).abs();
    Array angle = reached.state().get(2).abs();
    Array terminated = position.gt(MAX_POSITION).or(angle.gt(MAX_ANGLE));
    Array done = terminated.or(reached.steps().ge(MAX_STEPS));
    var fresh = reset(key);
    var next =
        new Pole(
            where(done, fresh.state(), reached.state()),
            where(done, fresh.steps(), reached.steps()));
    return new Step(reached, terminated, done, next);
  }

  /** {@return the state after a push, by one step of Euler's method} */
  private static Array moved(Array state, Array action) {
    Array velocity = state.get(1);
    Array angle = state.get(2);
    Array turning = state.get(3);
    Array force = where(action.eq(1), Numpy.scalar(FORCE), Numpy.scalar(-FORCE));
    Array sin = angle.sin();
    Array cos = angle.cos();
    double poleMoment = POLE_MASS * HALF_LENGTH;
    Array push = force.add(turning.square().mul(sin).mul(poleMoment)).div(TOTAL_MASS);
    Array inertia = cos.square().mul(-POLE_MASS / TOTAL_MASS).add(4.0 / 3).mul(HALF_LENGTH);
    Array turningChange = sin.mul(GRAVITY).sub(cos.mul(push)).div(inertia);
    Array velocityChange = push.sub(turningChange.mul(cos).mul(poleMoment / TOTAL_MASS));
    return state.add(stack(List.of(velocity, velocityChange, turning, turningChange)).mul(SECONDS));
  }
}
