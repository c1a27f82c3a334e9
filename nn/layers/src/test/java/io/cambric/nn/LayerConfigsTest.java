package io.cambric.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.module.Module;
import io.cambric.numpy.Initializers;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Layers written in JSON, and read back equal. */
class LayerConfigsTest {

  @TempDir private Path folder;

  static Stream<Module<?>> layers() {
    return Stream.of(
        Dense.of(3),
        Dense.of(3)
            .withUseBias(false)
            .withDtype(DType.BF16)
            .withKernelInit(Initializers.truncatedNormal(0.1, -1, Double.POSITIVE_INFINITY))
            .named("output"),
        DenseGeneral.of(List.of(2, 3), Axes.of(0, -1)),
        Einsum.of(Shape.of(2, 3), "ab,bc->ac"),
        Embed.of(5, 2).withEmbeddingInit(Initializers.normal(0.02)),
        Conv.of(8, 3, 3).withPadding(Padding.VALID).withStrides(List.of(2, 1)),
        Conv.of(8, 3).withPadding(Padding.of(2)),
        ConvLocal.of(8, 3).withPadding(Padding.of(new Padding.Pair(1, 2))),
        ConvTranspose.of(8, 3, 3).withTransposeKernel(true),
        PReLu.of(),
        Dropout.of(0.3).withBroadcastDims(Axes.of(1)),
        BatchNorm.of(true).withAxisIndexGroups(List.of(List.of(0, 1), List.of(2, 3))),
        LayerNorm.of().withEpsilon(1e-12),
        RmsNorm.of(),
        GroupNorm.of(null, 4),
        InstanceNorm.of(),
        SpectralNorm.of(Dense.of(2)),
        WeightNorm.of(Conv.of(2, 3)).withVariableFilter(List.of("kernel")),
        MultiHeadAttention.of(2).withQkvFeatures(8),
        MultiHeadDotProductAttention.of(2),
        SelfAttention.of(2).withDeterministic(false),
        LstmCell.of(4),
        OptimizedLstmCell.of(4),
        GruCell.of(4).withKernelInit(Initializers.orthogonal()),
        MguCell.of(4),
        SimpleCell.of(4).withResidual(true),
        ConvLstmCell.of(4, 3, 3),
        Rnn.of(GruCell.of(4)).withReverse(true),
        Bidirectional.of(Rnn.of(LstmCell.of(4)), Rnn.of(GruCell.of(4))),
        Sequential.of(Dense.of(3), Sequential.of(LayerNorm.of(), Dense.of(1).named("last"))));
  }

  @ParameterizedTest
  @MethodSource("layers")
  void a_layer_is_read_back_equal(Module<?> layer) {
    var json = LayerConfigs.json();
    var read = json.read(json.write(layer), layer.getClass());
    assertThat((Object) read).isEqualTo(layer);
    assertThat(json.write(read)).isEqualTo(json.write(layer));
  }

  @Test
  void each_public_layer_is_known() throws IOException {
    var known = layers().map(Object::getClass).toList();
    var classes = Path.of("target", "classes", "io", "cambric", "nn");
    var folder = Files.isDirectory(classes) ? classes : Path.of("nn").resolve(classes);
    try (var files = Files.list(folder)) {
      var missing =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".class") && !name.contains("$"))
              .map(name -> "io.cambric.nn." + name.substring(0, name.length() - 6))
              .map(LayerConfigsTest::load)
              .filter(type -> Module.class.isAssignableFrom(type))
              .filter(type -> Modifier.isPublic(type.getModifiers()))
              .filter(type -> !known.contains(type))
              .map(Class::getSimpleName);
      assertThat(missing).containsExactlyInAnyOrder("DenseParams");
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_model_is_read_from_a_file() {
    var file = folder.resolve("model.json");
    var model = Sequential.of(Conv.of(8, 3), Dense.of(2));
    LayerConfigs.json().write(file, model);
    assertThat(LayerConfigs.json().read(file, Sequential.class)).isEqualTo(model);
  }

  @Test
  void a_layer_refuses_attributes_with_the_place() {
    var json = LayerConfigs.json();
    var text = json.write(Sequential.of(Dense.of(3))).replace(": 3", ": -3");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> json.read(text, Sequential.class))
        .withMessageStartingWith(
            "The JSON text holds at \"$.layers[0]\": Dense rejects its attributes: Dense needs");
  }
}
