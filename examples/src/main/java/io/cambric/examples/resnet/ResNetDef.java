package io.cambric.examples.resnet;

import static io.cambric.module.ModuleScope.perturb;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import java.util.List;

/**
 * A residual network for small images: the first convolution keeps their size.
 *
 * <p>Shapes: {@code [n, height, width, channels] -> f32[n, classes]}.
 *
 * <p>Collections besides {@code params} and {@code batch_stats}: {@code intermediates} gets {@code
 * features}, the values of the last stage, and {@code perturbations} may hold a change of them. So
 * gradients in these values need no second model.
 *
 * @param width channels of the first stage, doubled in each other
 * @param stages blocks of each stage; four of two make ResNet-18
 * @param classes of the images
 * @param dtype to compute in; logits are f32
 * @see <a href="https://arxiv.org/abs/1512.03385">He et al., Deep Residual Learning</a>
 */
@Module
record ResNetDef(int width, List<Integer> stages, int classes, DType dtype) {

  static final String FEATURES = "features";

  @Compact
  Array call(Array images, boolean train) {
    var x = Conv.of(width, 3, 3).withUseBias(false).withDtype(dtype).call(images);
    x = relu(BatchNorm.of().withMomentum(0.9).withDtype(dtype).call(x, !train));
    for (int stage = 0; stage < stages.size(); stage++) {
      for (int block = 0; block < stages.get(stage); block++) {
        int stride = stage > 0 && block == 0 ? 2 : 1;
        x = ResBlock.of(width << stage, stride, dtype).call(x, train);
      }
    }
    x = perturb(FEATURES, x.astype(DType.F32));
    sow("intermediates", FEATURES, x);
    return Dense.of(classes).named("head").call(x.mean(1, 2));
  }
}
