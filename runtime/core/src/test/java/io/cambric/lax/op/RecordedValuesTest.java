package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.Padding;
import io.cambric.lax.dims.ScatterKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Convolutions, gathers, scatters and windows of whole numbers, which equal those of JAX exactly.
 * The script {@code record.py} made the values of {@code recorded.txt}.
 */
class RecordedValuesTest {

  private static final Map<String, String> RECORDED = read();

  private static final Map<String, Array> COMPUTED = compute();

  private static Map<String, String> read() {
    var stream = RecordedValuesTest.class.getResourceAsStream("recorded.txt");
    try (var reader =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(stream), StandardCharsets.UTF_8))) {
      var lines = new LinkedHashMap<String, String>();
      for (var line = reader.readLine(); line != null; line = reader.readLine()) {
        int space = line.indexOf(' ');
        lines.put(line.substring(0, space), line.substring(space + 1));
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Array> compute() {
    var all = new LinkedHashMap<String, Array>();
    convolutions(all);
    places(all);
    windows(all);
    return all;
  }

  private static void convolutions(Map<String, Array> all) {
    all.put("c1", conv("NHWC", "HWIO", x(2, 5, 4, 3), x(3, 2, 3, 4), 1, 1, 1, 1, 1));
    all.put("c2", conv("NCHW", "OIHW", x(2, 2, 5, 6), x(4, 2, 2, 3), 2, 1, 1, 1, 1));
    all.put("c3", conv("NHWC", "HWIO", x(1, 4, 3, 2), x(2, 2, 2, 3), 1, 2, 1, 1, 1));
    all.put("c4", conv("NHWC", "HWIO", x(1, 7, 6, 2), x(2, 2, 2, 3), 2, 1, 2, 1, 1));
    all.put("c5", conv("NHWC", "HWIO", x(2, 5, 4, 4), x(2, 3, 2, 6), 2, 1, 1, 2, 1));
    all.put("c6", conv("CHWN", "IHWO", x(4, 5, 4, 2), x(1, 2, 2, 4), 1, 1, 1, 4, 1));
    all.put("c7", conv("NHWC", "OHWI", x(4, 5, 4, 2), x(6, 2, 2, 2), 2, 1, 1, 1, 2));
  }

  private static Array conv(
      String image,
      String kernel,
      Array lhs,
      Array rhs,
      int stride,
      int lhsDilation,
      int rhsDilation,
      int featureGroups,
      int batchGroups) {
    return Lax.convGeneralDilated(
        lhs,
        rhs,
        Axes.of(stride, 1),
        Padding.of(Axes.of(1, -1), Axes.of(0, 2)),
        Axes.of(lhsDilation, 1),
        Axes.of(1, rhsDilation),
        ConvDims.of(image, kernel, image),
        featureGroups,
        batchGroups);
  }

  private static void places(Map<String, Array> all) {
    var dims =
        List.of(
            new GatherDims(Axes.of(1), Axes.of(0), Axes.of(0)),
            new GatherDims(Axes.of(0, 2), Axes.of(), Axes.of(1, 0)),
            new GatherDims(Axes.of(), Axes.of(1), Axes.of(1), Axes.of(0), Axes.of(0)));
    var operands = List.of(x(3, 4), x(4, 5), x(2, 5));
    var places = List.of(indices(6, 1, 2, 1), indices(6, 1, 3, 2), indices(5, 0, 2, 3, 1));
    var sizes = List.of(Shape.of(1, 4), Shape.of(2, 3), Shape.of(1, 1));
    var modes =
        Map.of(
            "fill", GatherMode.FILL_OR_DROP,
            "clip", GatherMode.CLIP,
            "promise_in_bounds", GatherMode.PROMISE_IN_BOUNDS);
    var kinds =
        Map.of(
            "add", ScatterKind.ADD,
            "set", ScatterKind.SET,
            "min", ScatterKind.MIN,
            "max", ScatterKind.MAX,
            "mul", ScatterKind.MUL);
    modes.forEach((modeName, mode) -> {
      for (int i = 0; i < dims.size(); i++) {
        var operand = operands.get(i);
        var at = places.get(i);
        var scatter = dims.get(i).toScatter();
        var read = Lax.gather(operand, at, dims.get(i), sizes.get(i), mode, 0.0);
        var updates = pattern(DType.F32, 7, 13, 6, read.shape());
        var name = i + modeName;
        all.put("g" + name, read);
        kinds.forEach((kindName, kind) ->
            all.put(
                "s" + name + kindName,
                Lax.scatter(kind, operand, at, updates, scatter, mode, false)));
      }
    });
  }

  private static void windows(Map<String, Array> all) {
    window(all, "w0", Axes.of(2, 3), Axes.of(2, 1), Axes.of(0, 1), Axes.of(1, 1), Axes.of(1, 1));
    window(all, "w1", Axes.of(2, 2), Axes.of(1, 2), Axes.of(1, 0), Axes.of(1, 2), Axes.of(2, 1));
    window(all, "w2", Axes.of(1, 3), Axes.of(3, 3), Axes.of(-1, 0), Axes.of(1, 1), Axes.of(1, 1));
  }

  private static void window(
      Map<String, Array> all,
      String name,
      Axes size,
      Axes strides,
      Axes pad,
      Axes baseDilation,
      Axes windowDilation) {
    var padding = Padding.of(pad, pad);
    var x = x(5, 6);
    all.put(
        name + "sum", Lax.reduceWindowSum(x, size, strides, padding, baseDilation, windowDilation));
    all.put(
        name + "max", Lax.reduceWindowMax(x, size, strides, padding, baseDilation, windowDilation));
    all.put(
        name + "min", Lax.reduceWindowMin(x, size, strides, padding, baseDilation, windowDilation));
  }

  private static Array x(int... dims) {
    return pattern(DType.F32, 7, 11, 5, Shape.of(dims));
  }

  private static Array indices(int modulus, int offset, int... dims) {
    return pattern(DType.I32, 5, modulus, offset, Shape.of(dims));
  }

  private static Array pattern(DType dtype, int factor, int modulus, int offset, Shape shape) {
    return Arg.array(
        new ShapedArray(shape, dtype),
        IntStream.range(0, shape.size()).mapToDouble(i -> i * factor % modulus - offset).toArray());
  }

  static Stream<String> names() {
    return RECORDED.keySet().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("names")
  void the_value_is_that_of_jax(String name) {
    assertThat(text(COMPUTED.get(name))).isEqualTo(RECORDED.get(name));
  }

  /** {@return shape and elements as Python prints them} */
  private static String text(Array array) {
    var elements =
        IntStream.range(0, array.size())
            .mapToObj(i -> number(array.concrete("a test").getDouble(i)))
            .toList();
    var shape = array.shape().toString();
    return "(%s) %s".formatted(shape.substring(1, shape.length() - 1), elements);
  }

  private static String number(double value) {
    return Double.isInfinite(value) ? value > 0 ? "inf" : "-inf" : Double.toString(value + 0.0);
  }
}
