package io.cambric.generated;

import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Nowrap;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.module.Layer;
import io.cambric.numpy.Initializer;
import java.util.List;

/** Small definitions of every form, from which the modules of the tests are generated. */
final class Definitions {

  static final Initializer ONES = (_, shape, dtype) -> Lax.full(new ShapedArray(shape, dtype), 1);

  private Definitions() {}

  /** A linear map without bias, whose kernel is all ones. */
  @Module
  record LinearDef(int features, Initializer kernelInit) {
    LinearDef(int features) {
      this(features, ONES);
    }

    @Compact
    Array call(Array x) {
      return x.matmul(param("kernel", kernelInit, Shape.of(x.dim(-1), features)));
    }

    @Nowrap
    int outputs() {
      return features;
    }
  }

  /** Two linear maps, named by construction and by name. */
  @Module(name = "TwoLayers")
  record TwoDef(int hidden, int out) {
    @Compact
    Array call(Array x) {
      var h = Linear.of(1).withFeatures(hidden).call(x);
      return Linear.of(out).named("head").call(h);
    }
  }

  /** A setup form with a helper that is called directly and one that goes through the module. */
  @Module
  record CoderDef(int latents, int features) {
    record Parts(@Named("enc") Linear encoder, Linear decoder) {}

    @Setup
    Parts parts() {
      return new Parts(Linear.of(latents), Linear.of(features));
    }

    Array call(Parts parts, Array x) {
      return parts.decoder().call(Coder.self().encode(x));
    }

    Array encode(Parts parts, Array x) {
      return parts.encoder().call(x);
    }
  }

  /** Holds modules as attributes, and is generic in them. */
  @Module
  record PipelineDef<L extends Layer>(L first, List<Layer> rest) {
    @Compact
    Array call(Array x) {
      var y = first.call(x);
      for (var layer : rest) {
        y = layer.call(y);
      }
      return y;
    }

    @Compact
    Array call(Array x, boolean reversed) {
      return reversed ? x.neg() : x;
    }
  }
}
