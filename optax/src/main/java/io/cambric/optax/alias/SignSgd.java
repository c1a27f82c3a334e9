package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleBySign;

/**
 * Descent along the signs of gradients: {@link ScaleBySign}, then the learning rate.
 *
 * @param learningRate not negative
 * @see <a href="https://arxiv.org/abs/1802.04434">Bernstein et al., 2018</a>
 */
@Withers
public record SignSgd(ScalarOrSchedule learningRate) implements Composition, SignSgdWith {

  public SignSgd {
    learningRate.requireLearningRate("sign_sgd");
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(new ScaleBySign(), LearningRate.descent(learningRate));
  }
}
