package io.cambric.examples.ppo;

import static io.cambric.numpy.Numpy.squeeze;
import static io.cambric.numpy.Numpy.tanh;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/**
 * A policy and a value, each from two hidden layers of its own.
 *
 * @param hidden width of the layers
 * @param actions to choose from
 */
@Module
record ActorCriticDef(int hidden, int actions) {

  /**
   * The output for a batch of observations.
   *
   * @param logits of the actions, {@code [n, actions]}
   * @param value the return that is expected, {@code [n]}
   */
  @PyTree
  record Output(Array logits, Array value) {}

  @Compact
  Output call(Array x) {
    var actor = tanh(Dense.of(hidden).call(x));
    actor = tanh(Dense.of(hidden).call(actor));
    var critic = tanh(Dense.of(hidden).call(x));
    critic = tanh(Dense.of(hidden).call(critic));
    var logits = Dense.of(actions).named("policy").call(actor);
    var value = Dense.of(1).named("value").call(critic);
    return new Output(logits, squeeze(value, -1));
  }
}
