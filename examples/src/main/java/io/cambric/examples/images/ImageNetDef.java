package io.cambric.examples.images;

import static io.cambric.nn.Pooling.maxPool;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small convolutional network for images of digits.
 *
 * <p>Shapes: {@code [n, height, width, 1] -> [n, 10]}, with sides from 4 on, the logits of the ten
 * digits.
 *
 * <p>Random streams: {@code dropout}, only while training.
 *
 * @param width channels of the first convolutions; the last has twice as many
 * @param hidden width of the layer before the logits
 * @param dropout fraction of units zeroed while training, in {@code [0, 1)}
 * @param dtype dtype to compute in, or {@code null} to promote images and parameters
 * @param paramDtype dtype of the parameters
 */
@Module
record ImageNetDef(int width, int hidden, double dropout, @Nullable DType dtype, DType paramDtype) {

  private static final List<Integer> HALF = List.of(2, 2);

  /** Parameters in f32, in which it computes, too. */
  ImageNetDef(int width, int hidden, double dropout) {
    this(width, hidden, dropout, null, DType.F32);
  }

  @Compact
  Array call(Array images, boolean train) {
    var x = ConvBlock.of(width, dtype, paramDtype).call(images, train);
    x = ConvBlock.of(width, dtype, paramDtype).call(x, train);
    x = maxPool(x, HALF, HALF);
    x = ConvBlock.of(2 * width, dtype, paramDtype).call(x, train);
    x = maxPool(x, HALF, HALF);
    x = x.reshape(x.dim(0), -1);
    x = Dropout.of(dropout).call(x, !train);
    x = relu(dense(hidden).call(x));
    x = Dropout.of(dropout).call(x, !train);
    return dense(10).named("logits").call(x);
  }

  private Dense dense(int features) {
    return Dense.of(features).withDtype(dtype).withParamDtype(paramDtype);
  }
}
