package io.cambric.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.module.sample.Body;
import io.cambric.module.sample.Dense;
import io.cambric.module.sample.Sub;
import io.cambric.random.Initializer;
import io.cambric.random.Initializers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Models and small trees that are written and read back. */
class JsonFormatTest {

  private static final JsonFormat JSON = JsonFormat.standard().withModules(Dense.of(1), Sub.of());

  /** A record of all that a component can be. */
  record All(
      byte b,
      short s,
      int i,
      long l,
      float f,
      double d,
      boolean flag,
      @Nullable String text,
      DType dtype,
      Shape shape,
      Axes axes,
      TimeUnit unit,
      List<@Nullable Integer> list,
      Map<String, List<Double>> map,
      Optional<Long> optional,
      Inner inner,
      Object any) {}

  record Inner(float f, @Nullable Double d) {}

  private static All all(double d, float f) {
    return new All(
        Byte.MIN_VALUE,
        Short.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        f,
        d,
        true,
        "a \"quoted\" \u2028 \ud83d\ude00 text",
        DType.BF16,
        Shape.of(2, 0),
        Axes.of(-1),
        TimeUnit.HOURS,
        Arrays.asList(1, null, 3),
        Map.of("x", List.of(0.1, -0.0)),
        Optional.of(7L),
        new Inner(f, null),
        List.of(true, "text", 5, 1L << 40, 0.5));
  }

  @Test
  void records_of_all_kinds_of_values_are_read_back_equal() {
    for (var each : List.of(all(0.1, 0.1f), all(Double.NaN, Float.NEGATIVE_INFINITY))) {
      assertThat(JSON.read(JSON.write(each), All.class).toString()).isEqualTo(each.toString());
    }
    var plain = all(Double.MIN_VALUE, Float.MAX_VALUE);
    assertThat(JSON.read(JSON.write(plain), All.class)).isEqualTo(plain);
  }

  @Test
  void a_module_is_an_object_of_its_attributes() {
    var model = Sub.of(Dense.of(3, false, Initializers.normal(0.02))).named("encoder");
    var text = JSON.write(model);
    assertThat(text.replaceAll("\\s+", " "))
        .isEqualTo(
            "{ \"$module\" : \"Sub\", \"$name\" : \"encoder\", \"inner\" : {"
                + " \"$module\" : \"Dense\", \"features\" : 3, \"useBias\" : false,"
                + " \"kernelInit\" : { \"$record\" : \"Initializers.Normal\", \"stddev\" : 0.02 }"
                + " } } ");
    assertThat(JSON.read(text, Sub.class)).isEqualTo(model);
  }

  @Test
  void trees_without_declared_types_are_maps_and_lists() {
    var tree = Map.of("a", List.of(1, 2.5, "x"), "b", Map.of("c", true));
    assertThat(JSON.read(JSON.write(tree), Object.class)).isEqualTo(tree);
    assertThat((Object) JSON.read(JSON.write(tree), Map.class)).isEqualTo(tree);
    assertThat(JSON.read("3", int.class)).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void arrays_of_each_dtype_keep_all_bits(DType dtype) {
    var buffer = Buffer.allocate(dtype, 6);
    if (dtype.isFloating()) {
      double[] values = {0.1, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, 3, dtype.largestFinite()};
      for (int i = 0; i < values.length; i++) {
        buffer.setDouble(i, values[i]);
      }
    } else {
      long[] values = {0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1, 77};
      for (int i = 0; i < values.length; i++) {
        buffer.setLong(i, values[i]);
      }
    }
    var array = NdArray.of(new ShapedArray(Shape.of(3, 2), dtype), buffer);

    var read = (NdArray) JSON.read(JSON.write(array), Array.class);

    assertThat(read.aval()).isEqualTo(array.aval());
    for (int i = 0; i < array.size(); i++) {
      assertThat(read.getLong(i)).isEqualTo(array.getLong(i));
      assertThat(read.getDouble(i)).isEqualTo(Double.valueOf(array.getDouble(i)));
    }
  }

  @Test
  void functions_have_names_that_are_given_to_them() {
    UnaryOperator<Object> body = x -> x;
    var json = JsonFormat.standard().withModules(Body.of(x -> null)).withValue("same", body);
    var text = json.write(Body.of(body));
    assertThat(text).contains("\"$value\" : \"same\"");
    assertThat(json.read(text, Body.class)).isEqualTo(Body.of(body));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> json.write(Body.of(x -> x)))
        .withMessage(
            "JSON needs values that it has a form for, but at \"$.body\" is a function. Give it a"
                + " name with withValue(name, value); a function needs to be the same object.");
  }

  @Test
  void a_function_of_the_prototype_is_left_out() {
    var usual = Body.of(x -> x);
    var json = JsonFormat.standard().withModules(usual);
    var text = json.write(usual);
    assertThat(text.replaceAll("\\s", "")).isEqualTo("{\"$module\":\"Body\"}");
    assertThat(json.read(text, Body.class)).isEqualTo(usual);
  }

  @Test
  void a_module_of_an_unknown_class_is_not_written() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JsonFormat.standard().write(Map.of("model", Dense.of(1))))
        .withMessage(
            "JSON needs a module whose class is known at \"$.model\", but there is a"
                + " io.cambric.module.sample.Dense. Make it known with withModules.");
  }

  @Test
  void keys_with_a_dollar_sign_and_other_keys_than_strings_are_not_written() {
    for (var map : List.of(Map.of("$module", 1), Map.of(1, 1))) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> JSON.write(map))
          .withMessageStartingWith(
              "JSON needs strings without a dollar sign in front as keys of a map at \"$\", but ");
    }
  }

  @Test
  void names_and_types_are_given_once() {
    record Dense() {}
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.withValue("f", "g").withValue("f", "h"))
        .withMessage(
            "A form of JSON needs one value for each name, but \"f\" has two. Give one another"
                + " name.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.withTypes(String.class))
        .withMessage(
            "A form of JSON needs records and enums, but java.lang.String is neither. Give a value"
                + " of it a name with withValue.");
    assertThat(JSON.withTypes(Dense.class, Dense.class)).isNotNull();
  }

  @Test
  void an_initializer_is_read_where_an_interface_is_declared() {
    record Holder(Initializer init) {}
    for (var init :
        List.of(
            Initializers.zeros(),
            Initializers.constant(0.5),
            Initializers.uniform(),
            Initializers.truncatedNormal(0.1),
            Initializers.heUniform(),
            Initializers.orthogonal(),
            Initializers.deltaOrthogonal())) {
      var holder = new Holder(init);
      assertThat(JSON.read(JSON.write(holder), Holder.class)).isEqualTo(holder);
    }
  }
}
