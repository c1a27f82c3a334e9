package io.cambric.optax;

import io.cambric.optax.alias.AdaBelief;
import io.cambric.optax.alias.Adadelta;
import io.cambric.optax.alias.Adafactor;
import io.cambric.optax.alias.Adagrad;
import io.cambric.optax.alias.Adam;
import io.cambric.optax.alias.AdamW;
import io.cambric.optax.alias.Adamax;
import io.cambric.optax.alias.AdamaxW;
import io.cambric.optax.alias.Adan;
import io.cambric.optax.alias.Amsgrad;
import io.cambric.optax.alias.Fromage;
import io.cambric.optax.alias.Lamb;
import io.cambric.optax.alias.Lars;
import io.cambric.optax.alias.Lbfgs;
import io.cambric.optax.alias.Lion;
import io.cambric.optax.alias.NoisySgd;
import io.cambric.optax.alias.Novograd;
import io.cambric.optax.alias.OptimisticAdam;
import io.cambric.optax.alias.OptimisticAdamV2;
import io.cambric.optax.alias.OptimisticGradientDescent;
import io.cambric.optax.alias.PolyakSgd;
import io.cambric.optax.alias.Radam;
import io.cambric.optax.alias.RmsProp;
import io.cambric.optax.alias.Rprop;
import io.cambric.optax.alias.Sgd;
import io.cambric.optax.alias.SignSgd;
import io.cambric.optax.alias.Signum;
import io.cambric.optax.alias.Sm3;
import io.cambric.optax.alias.Yogi;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;

/** The optimisers, which Optax calls aliases. */
final class Optimizers {

  private Optimizers() {}

  /** {@return AdaBelief, which rescales updates by the distance of gradients from their average} */
  public static AdaBelief adabelief(ScalarOrSchedule learningRate) {
    return new AdaBelief(learningRate);
  }

  /** {@return Adadelta without a learning rate; the sign of updates is not flipped} */
  public static Adadelta adadelta() {
    return new Adadelta(null);
  }

  /** {@return Adadelta} */
  public static Adadelta adadelta(ScalarOrSchedule learningRate) {
    return new Adadelta(learningRate);
  }

  /** {@return Adafactor without a learning rate; steps are in proportion to the parameters} */
  public static Adafactor adafactor() {
    return new Adafactor(null);
  }

  /** {@return Adafactor, with factored second moments} */
  public static Adafactor adafactor(ScalarOrSchedule learningRate) {
    return new Adafactor(learningRate);
  }

  /** {@return Adagrad} */
  public static Adagrad adagrad(ScalarOrSchedule learningRate) {
    return new Adagrad(learningRate);
  }

  /** {@return Adam} */
  public static Adam adam(ScalarOrSchedule learningRate) {
    return new Adam(learningRate);
  }

  /** {@return Adamax, Adam with the infinity norm} */
  public static Adamax adamax(ScalarOrSchedule learningRate) {
    return new Adamax(learningRate);
  }

  /** {@return Adamax with decoupled weight decay, by default 1e-4} */
  public static AdamaxW adamaxw(ScalarOrSchedule learningRate) {
    return new AdamaxW(learningRate);
  }

  /** {@return Adam with decoupled weight decay, by default 1e-4} */
  public static AdamW adamw(ScalarOrSchedule learningRate) {
    return new AdamW(learningRate);
  }

  /** {@return Adan, Adam with differences of gradients} */
  public static Adan adan(ScalarOrSchedule learningRate) {
    return new Adan(learningRate);
  }

  /** {@return AMSGrad, Adam with the largest second moment so far} */
  public static Amsgrad amsgrad(ScalarOrSchedule learningRate) {
    return new Amsgrad(learningRate);
  }

  /** {@return Fromage} */
  public static Fromage fromage(ScalarOrSchedule learningRate) {
    return new Fromage(learningRate);
  }

  /** {@return LAMB, Adam with a trust ratio for each array} */
  public static Lamb lamb(ScalarOrSchedule learningRate) {
    return new Lamb(learningRate);
  }

  /** {@return LARS, momentum with a trust ratio for each array} */
  public static Lars lars(ScalarOrSchedule learningRate) {
    return new Lars(learningRate);
  }

  /** {@return Lion, with a weight decay of 1e-3 by default} */
  public static Lion lion(ScalarOrSchedule learningRate) {
    return new Lion(learningRate);
  }

  /**
   * {@return L-BFGS with a line search, which needs the value, the gradient and the function of the
   * loss}
   */
  public static Lbfgs lbfgs() {
    return new Lbfgs();
  }

  /** {@return Adam with Nesterov's look ahead} */
  public static Adam nadam(ScalarOrSchedule learningRate) {
    return new Adam(learningRate, true);
  }

  /** {@return Adam with decoupled weight decay and Nesterov's look ahead} */
  public static AdamW nadamw(ScalarOrSchedule learningRate) {
    return new AdamW(learningRate, true);
  }

  /** {@return gradient descent with noise; {@code withKey} sets the key of the noise} */
  public static NoisySgd noisySgd(ScalarOrSchedule learningRate) {
    return new NoisySgd(learningRate);
  }

  /** {@return NovoGrad, by default without weight decay} */
  public static Novograd novograd(ScalarOrSchedule learningRate) {
    return new Novograd(learningRate);
  }

  /** {@return optimistic Adam in its first form, which does not take a schedule} */
  public static OptimisticAdam optimisticAdam(Scalar learningRate) {
    return new OptimisticAdam(learningRate);
  }

  /** {@return Adam that looks ahead by the change of its updates} */
  public static OptimisticAdamV2 optimisticAdamV2(ScalarOrSchedule learningRate) {
    return new OptimisticAdamV2(learningRate);
  }

  /** {@return gradient descent that looks ahead by the change of the gradient} */
  public static OptimisticGradientDescent optimisticGradientDescent(ScalarOrSchedule learningRate) {
    return new OptimisticGradientDescent(learningRate);
  }

  /**
   * {@return stochastic gradient descent with Polyak's step size, which needs the value of the
   * loss}
   */
  public static PolyakSgd polyakSgd() {
    return new PolyakSgd();
  }

  /** {@return Rectified Adam} */
  public static Radam radam(ScalarOrSchedule learningRate) {
    return new Radam(learningRate);
  }

  /** {@return RMSProp, by default without momentum} */
  public static RmsProp rmsprop(ScalarOrSchedule learningRate) {
    return new RmsProp(learningRate);
  }

  /** {@return resilient backpropagation, for full batches} */
  public static Rprop rprop(Scalar learningRate) {
    return new Rprop(learningRate);
  }

  /** {@return stochastic gradient descent} */
  public static Sgd sgd(ScalarOrSchedule learningRate) {
    return new Sgd(learningRate);
  }

  /** {@return stochastic gradient descent with momentum} */
  public static Sgd sgd(ScalarOrSchedule learningRate, Scalar momentum) {
    return new Sgd(learningRate, momentum, false, null);
  }

  /** {@return Yogi} */
  public static Yogi yogi(ScalarOrSchedule learningRate) {
    return new Yogi(learningRate);
  }

  /** {@return descent along the signs of gradients} */
  public static SignSgd signSgd(ScalarOrSchedule learningRate) {
    return new SignSgd(learningRate);
  }

  /** {@return descent along the signs of averaged gradients} */
  public static Signum signum(ScalarOrSchedule learningRate) {
    return new Signum(learningRate);
  }

  /** {@return SM3, which has a small state; for parameters that have axes} */
  public static Sm3 sm3(Scalar learningRate) {
    return new Sm3(learningRate);
  }
}
