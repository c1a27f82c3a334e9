package io.cambric.nn.summary;

import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.PyTree;
import io.cambric.annotations.Setup;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.Map;

/** Models that the tests of summaries print. */
final class SummaryDefinitions {

  private SummaryDefinitions() {}

  /** A convolution, normalised and dropped from. */
  @Module
  record ConvBlockDef(int features) {
    record Parts(Conv conv, BatchNorm bn, Dropout dropout) {}

    @Setup
    Parts parts() {
      return new Parts(Conv.of(features, 3, 3), BatchNorm.of(), Dropout.of(0.5));
    }

    Array call(Parts parts, Array x, boolean training) {
      var h = parts.bn().call(parts.conv().call(x), !training);
      return relu(parts.dropout().call(h, !training));
    }
  }

  /** Two blocks and a classifier. */
  @Module
  record SmallCnnDef() {
    record Parts(ConvBlock block1, ConvBlock block2, Dense dense1) {}

    @Setup
    Parts parts() {
      return new Parts(ConvBlock.of(32), ConvBlock.of(64), Dense.of(10));
    }

    Array call(Parts parts, Array x, boolean training) {
      var h = parts.block2().call(parts.block1().call(x, training), training);
      sow("intermediates", "h", h);
      return parts.dense1().call(h.mean(1, 2));
    }
  }

  /** Numbers of pixels from 0 to 255 through two layers. */
  @Module
  record PixelsDef() {
    @Compact
    Array call(Array x) {
      return Dense.of(10).call(relu(Dense.of(1024).call(x.div(255))));
    }
  }

  /** One layer, called twice, and a module that takes and returns trees. */
  @Module
  record SharingDef() {
    @Compact
    List<Object> call(Array x, boolean train) {
      var dense = Dense.of(3);
      var y = dense.call(dense.call(x));
      return TreeUser.of().call(Map.of("k", y, "l", List.of(x, 1.5, "s", train)), 2);
    }
  }

  /** Takes an array out of a tree. */
  @Module
  record TreeUserDef() {
    record Parts(Dense p) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(2));
    }

    List<Object> call(Parts parts, Map<String, Object> tree, int scale) {
      return List.of(TreeUser.self().encode(tree), List.of(tree.get("k")));
    }

    Array encode(Parts parts, Map<String, Object> tree) {
      return parts.p().call((Array) tree.get("k"));
    }
  }

  /** Takes nothing, gives nothing back, and keeps a tree. */
  @Module
  record KeeperDef() {
    @PyTree
    record Pair(Array first, Array second) {}

    @Compact
    void call() {
      variable("state", "pair", () -> new Pair(Numpy.zeros(2), Numpy.zeros(3)));
      variable("state", "mode", () -> DType.F32);
    }
  }

  /** Layers that are compiled, and mapped over lanes. */
  @Module
  record TransformedDef() {
    @Compact
    Array call(Array x) {
      return Dense.of(2)
          .vmap()
          .variableAxis("params", 0)
          .splitRngs("params")
          .call(Dense.of(3).jit().call(x));
    }
  }
}
