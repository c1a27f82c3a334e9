package io.cambric.nn;

import io.cambric.array.Shape;
import io.cambric.module.config.JsonFormat;
import io.cambric.scope.CollectionFilter;

/** The configurations of the layers of this package in JSON. */
public final class LayerConfigs {

  private LayerConfigs() {}

  /**
   * {@return the JSON format that includes the layers of this package}
   *
   * <p>Add your own modules with {@code withModules}.
   *
   * {@snippet :
   * var json = LayerConfigs.json().withModules(Mlp.of(1));
   * json.write(Path.of("model.json"), model);
   * }
   */
  public static JsonFormat json() {
    return JsonFormat.standard()
        .withTypes(
            Padding.Mode.class, Padding.Uniform.class, Padding.Explicit.class, Padding.Pair.class)
        .withTypes(
            CollectionFilter.Only.class,
            CollectionFilter.Constant.class,
            CollectionFilter.Deny.class)
        .withModules(
            Dense.of(1),
            DenseGeneral.of(1),
            Einsum.of(Shape.of(1)),
            Embed.of(1, 1),
            Conv.of(1, 1),
            ConvLocal.of(1, 1),
            ConvTranspose.of(1, 1),
            PReLu.of(),
            Dropout.of(0),
            Sequential.of(Dense.of(1)))
        .withModules(
            BatchNorm.of(),
            LayerNorm.of(),
            RmsNorm.of(),
            GroupNorm.of(),
            InstanceNorm.of(),
            SpectralNorm.of(Dense.of(1)),
            WeightNorm.of(Dense.of(1)))
        .withModules(
            MultiHeadAttention.of(1), MultiHeadDotProductAttention.of(1), SelfAttention.of(1))
        .withModules(
            LstmCell.of(1),
            OptimizedLstmCell.of(1),
            GruCell.of(1),
            MguCell.of(1),
            SimpleCell.of(1),
            ConvLstmCell.of(1, 1),
            Rnn.of(LstmCell.of(1)),
            Bidirectional.of(Rnn.of(LstmCell.of(1)), Rnn.of(LstmCell.of(1))));
  }
}
