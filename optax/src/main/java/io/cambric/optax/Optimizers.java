package io.cambric.optax;

import io.cambric.optax.alias.Adam;
import io.cambric.optax.alias.AdamW;
import io.cambric.optax.alias.PolyakSgd;
import io.cambric.optax.alias.Sgd;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;

/** The optimisers, which Optax calls aliases. */
final class Optimizers {

  private Optimizers() {}

  /** {@return Adam} */
  public static Adam adam(ScalarOrSchedule learningRate) {
    return new Adam(learningRate);
  }

  /** {@return Adam with decoupled weight decay, of 1e-4 unless another one is set} */
  public static AdamW adamw(ScalarOrSchedule learningRate) {
    return new AdamW(learningRate);
  }

  /** {@return Adam with Nesterov's look ahead} */
  public static Adam nadam(ScalarOrSchedule learningRate) {
    return new Adam(learningRate).withNesterov(true);
  }

  /** {@return Adam with decoupled weight decay and Nesterov's look ahead} */
  public static AdamW nadamw(ScalarOrSchedule learningRate) {
    return new AdamW(learningRate).withNesterov(true);
  }

  /** {@return stochastic gradient descent with Polyak's step size, which needs the loss's value} */
  public static PolyakSgd polyakSgd() {
    return new PolyakSgd();
  }

  /** {@return stochastic gradient descent} */
  public static Sgd sgd(ScalarOrSchedule learningRate) {
    return new Sgd(learningRate);
  }

  /** {@return stochastic gradient descent with momentum} */
  public static Sgd sgd(ScalarOrSchedule learningRate, Scalar momentum) {
    return new Sgd(learningRate, momentum, false, null);
  }
}
