package io.cambric.module.config;

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
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Initializers;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Sub;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** A result as a service gives it. */
  record Scores(String name, double loss, List<Double> parts, Map<String, Float> others) {}

  /** A record where types are declared, and where they are not. */
  record Holder(TimeUnit unit, Inner inner, List<Inner> inners, Object any, Comparable<?> order) {}

  /** A record with a set. */
  record Filters(Set<String> names) {}

  @Test
  void a_set_is_a_list_in_its_order() {
    var filters = new Filters(new LinkedHashSet<>(List.of("params", "cache")));

    assertThat(compact(filters)).endsWith("\"names\":[\"params\",\"cache\"]}");
    assertThat(JSON.read(JSON.write(filters), Filters.class)).isEqualTo(filters);
  }

  @Test
  void a_set_has_no_element_twice() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.read("{\"names\": [\"a\", \"b\", \"a\"]}", Filters.class))
        .withMessageStartingWith(
            "The JSON text needs elements of a set that differ at \"$.names\", but one occurs twice. Write each of them once.");
  }

  private static String compact(Object value) {
    return JSON.write(value).replaceAll("\\s", "");
  }

  @Test
  void a_record_has_its_name_only_where_its_type_is_not_declared() {
    var inner = new Inner(1, 2.0);
    var json = JSON.withTypes(TimeUnit.class);
    var holder = new Holder(TimeUnit.DAYS, inner, List.of(inner), 3, TimeUnit.HOURS);

    var text = json.write(holder);

    assertThat(text.replaceAll("\\s", ""))
        .isEqualTo(
            "{\"unit\":\"DAYS\",\"inner\":{\"f\":1.0,\"d\":2.0},\"inners\":[{\"f\":1.0,\"d\":2.0}],"
                + "\"any\":3,\"order\":{\"$enum\":\"TimeUnit\",\"constant\":\"HOURS\"}}");
    assertThat(json.read(text, Holder.class)).isEqualTo(holder);
    assertThat(compact(Map.of("inner", inner)))
        .isEqualTo("{\"inner\":{\"$record\":\"JsonFormatTest.Inner\",\"f\":1.0,\"d\":2.0}}");
  }

  @Test
  void a_whole_of_a_known_class_has_its_name() {
    var json = JSON.withTypes(Inner.class, TimeUnit.class);
    for (var whole : List.of(new Inner(1, null), TimeUnit.DAYS)) {
      assertThat(json.read(json.write(whole), Object.class)).isEqualTo(whole);
    }
    assertThat(JSON.read(JSON.write(TimeUnit.DAYS), TimeUnit.class)).isEqualTo(TimeUnit.DAYS);
  }

  @Test
  void names_that_older_versions_wrote_are_read() {
    var text =
        """
        {"$record": "JsonFormatTest.Holder", "unit": {"$enum": "TimeUnit", "constant": "DAYS"},
         "inner": {"$record": "JsonFormatTest.Inner", "f": "NaN", "d": "NaN"},
         "inners": [], "any": 1, "order": null}
        """;
    assertThat(JSON.read(text, Holder.class))
        .isEqualTo(new Holder(TimeUnit.DAYS, new Inner(Float.NaN, Double.NaN), List.of(), 1, null));
  }

  @Test
  void nan_is_null_and_returns_where_a_number_is_declared() {
    var scores =
        new Scores(
            "run",
            Double.NaN,
            List.of(1.0, Double.NaN, Double.NEGATIVE_INFINITY),
            Map.of("x", Float.NaN));

    assertThat(compact(scores))
        .isEqualTo(
            "{\"name\":\"run\",\"loss\":null,\"parts\":[1.0,null,\"-Infinity\"],"
                + "\"others\":{\"x\":null}}");
    assertThat(JSON.read(JSON.write(scores), Scores.class)).isEqualTo(scores);
    assertThat(compact(NdArray.of(Shape.of(2), 1, Float.NaN)))
        .isEqualTo("{\"$array\":\"float32\",\"shape\":[2],\"values\":[1.0,null]}");
    assertThat(JSON.read("null", double.class)).isNaN();
  }

  @Test
  void nan_is_a_string_where_null_is_the_absence_of_a_number() {
    var present = new Inner(0, Double.NaN);
    var absent = new Inner(0, null);

    assertThat(compact(present)).isEqualTo("{\"f\":0.0,\"d\":\"NaN\"}");
    assertThat(compact(absent)).isEqualTo("{\"f\":0.0,\"d\":null}");
    assertThat(JSON.read(JSON.write(present), Inner.class)).isEqualTo(present);
    assertThat(JSON.read(JSON.write(absent), Inner.class)).isEqualTo(absent);
  }

  @Test
  void without_a_declared_type_nan_returns_as_null_and_infinity_as_a_string() {
    var tree = Map.of("a", Double.NaN, "b", Double.POSITIVE_INFINITY);
    var read = JSON.read(JSON.write(tree), Map.class);
    assertThat(read.containsKey("a")).isTrue();
    assertThat(read.get("a")).isNull();
    assertThat(read.get("b")).isEqualTo("Infinity");
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
            "JSON has no form for the value at \"$.body\", a function. Name it with "
                + "withValue(name, value); a function must be the same object.");
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
            "JSON needs a module whose class is known at \"$.model\", but there is a "
                + "io.cambric.sample.Dense. Register it with withModules.");
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
            "A JSON format needs one value for each name, but \"f\" has two. Rename one of them.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.withTypes(String.class))
        .withMessage(
            "A JSON format needs records and enums, but java.lang.String is neither. Name a "
                + "value of it with withValue.");
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
