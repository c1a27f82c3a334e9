package io.cambric.kernel.block;

import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import java.util.Arrays;

/** A convolution and its operands, with axes of size one added up to three spatial axes. */
public record ConvProblem(
    ConvSpec spec,
    ConvAxis[] axes,
    ConvOperand lhs,
    ConvOperand rhs,
    ConvOperand out,
    FusedCallRun fused) {

  /** The number of spatial axes. */
  public static final int AXES = 3;

  public static ConvProblem of(
      ConvSpec spec, Operand lhs, Operand rhs, Operand out, FusedCallRun fused) {
    var axes = new ConvAxis[AXES];
    int missing = AXES - spec.spatialRank();
    Arrays.setAll(axes, d -> d < missing ? ConvAxis.single() : ConvAxis.of(spec, d - missing));
    var images = ConvOperand.of(lhs, 1);
    for (int d = 0; d < AXES; d++) {
      var axis = axes[d];
      if (axis.readsEvery()) {
        // Elements that no tap reads are skipped.
        images.strides()[d + 1] *= axis.stride();
        axes[d] = new ConvAxis(axis.out(), 1, 1, 0, 1, 1, axis.out());
      }
    }
    return new ConvProblem(
        spec, axes, images, ConvOperand.of(rhs, 0), ConvOperand.of(out, 1), fused);
  }

  public int images() {
    return spec.lhs().get(0);
  }

  /** {@return the channels of all groups} */
  public int allChannels() {
    return spec.lhs().get(spec.spatialRank() + 1);
  }

  /** {@return the channels of a group} */
  public int channels() {
    return spec.rhs().get(spec.spatialRank());
  }

  /** {@return the features of all groups} */
  public int features() {
    return spec.rhs().get(spec.spatialRank() + 1);
  }

  /** {@return the number of groups, of features or of the batch} */
  public int groups() {
    return spec.featureGroups() * spec.batchGroups();
  }

  /** {@return the outputs of an image} */
  public long outputs() {
    return (long) axes[0].out() * axes[1].out() * axes[2].out();
  }

  /** {@return the number of multiplications, including holes of the lhs} */
  public long work() {
    long taps = (long) axes[0].taps() * axes[1].taps() * axes[2].taps();
    return images() / spec.batchGroups() * outputs() * taps * channels() * features();
  }

  /** {@return whether an operand has no elements} */
  public boolean isEmpty() {
    return hasZero(spec.lhs().toArray()) || hasZero(spec.rhs().toArray());
  }

  private static boolean hasZero(int[] sizes) {
    return Arrays.stream(sizes).anyMatch(size -> size == 0);
  }

  /** {@return whether padded copies of all images are too large} */
  public boolean isEnormous() {
    return input(images()).elements() > ConvInput.LARGEST;
  }

  /** {@return the input of some images} */
  public ConvInput input(int images) {
    return new ConvInput(images, axes, allChannels());
  }
}
