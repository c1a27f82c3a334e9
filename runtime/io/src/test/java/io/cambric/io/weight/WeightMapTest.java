package io.cambric.io.weight;

import static io.cambric.io.weight.WeightRule.NOTHING;
import static io.cambric.io.weight.WeightRule.from;
import static io.cambric.io.weight.WeightRule.ignore;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightMapTest {

  /** {@return 0, 1, 2 ...} */
  private static NdArray counting(int... dims) {
    var shape = Shape.of(dims);
    var buffer = Buffer.allocate(DType.F32, shape.size());
    for (int i = 0; i < shape.size(); i++) {
      buffer.setDouble(i, i);
    }
    return NdArray.of(new ShapedArray(shape, DType.F32), buffer);
  }

  private static ShapedArray f32(int... dims) {
    return new ShapedArray(Shape.of(dims), DType.F32);
  }

  private static Map<String, String> texts(Map<String, ? extends Array> arrays) {
    var texts = new TreeMap<String, String>();
    arrays.forEach((name, array) -> texts.put(name, array.concrete("test").toString()));
    return texts;
  }

  @Test
  void numbers_in_braces_become_parts_of_paths() {
    var map =
        WeightMap.of(
            from("layers.{i}.weight").rearrange("out in -> in out").to("layers_{i}/kernel"),
            from("layers.{i}.bias").to("layers_{i}/bias"));
    var target =
        Params.of(
            Map.of(
                "layers_0", Map.of("kernel", f32(3, 2), "bias", f32(2)),
                "layers_10", Map.of("kernel", f32(2, 1), "bias", f32(1))));
    var source =
        Map.of(
            "layers.0.weight", counting(2, 3),
            "layers.0.bias", counting(2),
            "layers.10.weight", counting(1, 2),
            "layers.10.bias", counting(1));

    var params = map.load(source, target);

    assertThat(params.get("layers_0", "kernel").toFloats()).containsExactly(0, 3, 1, 4, 2, 5);
    assertThat(params.get("layers_10", "kernel").toFloats()).containsExactly(0, 1);
    assertThat(texts(map.export(params))).isEqualTo(texts(source));
  }

  @Test
  void variables_have_the_names_of_the_arrays_they_come_from() {
    var map =
        WeightMap.of(
            from("layers.{i}.weight").to("params/layers_{i}/kernel"),
            from("qk.weight").split(0).to("params/query", "params/key"),
            ignore("steps"));
    var variables =
        Variables.of(
            Params.of(
                Map.of(
                    "layers_1", Map.of("kernel", f32(2, 2)),
                    "query", f32(2),
                    "key", f32(2),
                    "other", f32(1))));

    assertThat(map.names(variables))
        .containsOnly(
            Map.entry("params/layers_1/kernel", "layers.1.weight"),
            Map.entry("params/query", "qk.weight"),
            Map.entry("params/key", "qk.weight"));
  }

  @Test
  void a_fused_projection_is_split_into_heads() {
    var map =
        WeightMap.of(
            from("c_attn.weight")
                .split(1)
                .rearrange("in (heads size) -> in heads size")
                .to("params/query/kernel", "params/key/kernel", "params/value/kernel"));
    var target =
        Variables.of(
            Params.of(
                Map.of(
                    "query", Map.of("kernel", f32(2, 2, 3)),
                    "key", Map.of("kernel", f32(2, 1, 3)),
                    "value", Map.of("kernel", f32(2, 1, 3)))));
    var source = Map.of("c_attn.weight", counting(2, 12));

    var variables = map.load(source, target);

    assertThat(variables.params().get("key", "kernel").toFloats())
        .containsExactly(6, 7, 8, 18, 19, 20);
    assertThat(texts(map.export(variables))).isEqualTo(texts(source));
  }

  @Test
  void parts_with_the_same_path_are_added() {
    var map =
        WeightMap.of(
            from("biases")
                .rearrange("two width -> (two width)")
                .size("two", 2)
                .split(0)
                .to("params/sum", "params/first", "params/sum", "params/second"));
    var target = Variables.of(Params.of(Map.of("sum", f32(2), "first", f32(1), "second", f32(1))));

    var variables = map.load(Map.of("biases", counting(2, 3)), target);

    assertThat(variables.params().get("sum").toFloats()).containsExactly(3, 5);
    assertThat(variables.params().get("second").toFloats()).containsExactly(5);
    assertThat(texts(map.export(variables)))
        .isEqualTo(Map.of("biases", "f32[2,3] [[3.0, 5.0, 2.0], [0.0, 0.0, 5.0]]"));
  }

  @Test
  void an_interleaved_projection_is_rearranged_before_it_is_split() {
    var map =
        WeightMap.of(
            from("qkv.weight")
                .rearrange("(heads three size) -> (three heads size)")
                .size("heads", 2)
                .size("three", 3)
                .split(0)
                .to("query", "key", "value"));
    var target = Params.of(Map.of("query", f32(4), "key", f32(4), "value", f32(4)));
    var source = Map.of("qkv.weight", counting(12));

    var params = map.load(source, target);

    assertThat(params.get("query").toFloats()).containsExactly(0, 1, 6, 7);
    assertThat(params.get("value").toFloats()).containsExactly(4, 5, 10, 11);
    assertThat(texts(map.export(params))).isEqualTo(texts(source));
  }

  @Test
  void sums_and_parts_of_two_biases_are_exported_as_one_of_them() {
    var map =
        WeightMap.of(
            from("ih", "hh").sum().split(0).to("r", NOTHING),
            from("ih").split(0).to(NOTHING, "i"),
            from("hh").split(0).to(NOTHING, "h"));
    var target = Params.of(Map.of("r", f32(2), "i", f32(2), "h", f32(2)));

    var params = map.load(Map.of("ih", counting(4), "hh", counting(4)), target);
    var exported = map.export(params);

    assertThat(params.get("r").toFloats()).containsExactly(0, 2);
    assertThat(params.get("h").toFloats()).containsExactly(2, 3);
    assertThat(exported.get("ih").toFloats()).containsExactly(0, 2, 2, 3);
    assertThat(exported.get("hh").toFloats()).containsExactly(0, 0, 2, 3);
  }

  @Test
  void several_arrays_become_one_and_words_in_braces_are_captured() {
    var map =
        WeightMap.of(
            from("q", "k").concatenate(0).to("qk"), from("{what:mean|var}_running").to("{what}"));
    var target = Params.of(Map.of("qk", f32(3), "mean", f32(1), "var", f32(1)));
    var source =
        Map.of(
            "q", counting(2),
            "k", counting(1),
            "mean_running", counting(1),
            "var_running", counting(1));

    assertThat(map.load(source, target).get("qk").toFloats()).containsExactly(0, 1, 0);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> map.export(map.load(source, target)))
        .withMessage(
            "The variables have no names in the other library: rule [q, k] -> [qk] cannot "
                + "be reversed. Correct the rules.");
  }

  @Test
  void a_tied_array_becomes_two_variables_and_both_have_to_agree_on_export() {
    var map = WeightMap.of(from("wte").to("embed"), from("wte").to("head"));
    var source = Map.of("wte", counting(2));

    var params = map.load(source, Params.of(Map.of("embed", f32(2), "head", f32(2))));

    assertThat(texts(map.export(params))).isEqualTo(texts(source));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> map.export(params.with("head", counting(2).add(1))))
        .withMessage(
            "The variables have no names in the other library: two rules yield array "
                + "\"wte\", but their variables differ. Correct the rules.");
  }

  @Test
  void all_differences_are_listed_at_once() {
    var map =
        WeightMap.of(
            from("a.weight").to("a"),
            from("b.weight").to("b"),
            from("c.weight", "c.more").sum().to("c"),
            from("d").to("nowhere"),
            from("e").to("e"),
            ignore("counter"));
    var source =
        Map.of(
            "a.weight", counting(3, 2),
            "b.weight", counting(2),
            "c.weight", counting(1),
            "d", counting(1),
            "e", NdArray.ofInts(Shape.of(1), 1),
            "unknown", counting(1),
            "counter", counting());
    var target =
        Params.of(Map.of("a", f32(2, 3), "b", f32(5), "c", f32(1), "e", f32(1), "missing", f32(1)));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> map.load(source, target))
        .withMessage(
            "The weights do not match the variables: [\"d\"] would become \"nowhere\", "
                + "which is not a variable; array \"c.more\", which rule [c.weight, c.more] -> [c] "
                + "needs, is missing; no rule names array \"unknown\" f32[1]; the "
                + "dtype of [\"e\"] [i32[1]] does not fit [\"e\"] [f32[1]]; the shape of "
                + "[\"a.weight\"] [f32[3,2]] does not fit [\"a\"] [f32[2,3]], the same array "
                + "with its axes transposed by [1, 0]; the shape of [\"b.weight\"] [f32[2]] does "
                + "not fit [\"b\"] [f32[5]]; variable \"missing\" f32[1] has no array. Correct "
                + "the rules, or list arrays to leave out with WeightRule.ignore.");
  }

  @Test
  void half_precision_is_widened_on_request() {
    var map = WeightMap.of(from("x").to("x"));
    var source = Map.of("x", counting(2).astype(DType.F16));
    var target = Params.of("x", f32(2));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> map.load(source, target))
        .withMessageContaining("the dtype of [\"x\"] [f16[2]] does not fit [\"x\"] [f32[2]]");
    assertThat(map.casting().load(source, target).get("x").dtype()).isEqualTo(DType.F32);
  }

  @Test
  void loading_can_be_differentiated() {
    var map = WeightMap.of(from("w").rearrange("a b -> b a").reverse("a").to("w"));
    var target = Params.of("w", f32(2, 1));

    var grads =
        Transforms.grad((Map<String, Array> source) ->
                map.load(source, target).get("w").mul(counting(2, 1)).sum())
            .apply(Map.of("w", counting(1, 2)));

    assertThat(grads.get("w").toFloats()).containsExactly(0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a b -> a", "a a -> a a", "(a b -> b a", "a -> a ->", "A -> A"})
  void a_rearrangement_that_is_malformed_is_refused(String text) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> from("x").rearrange(text))
        .withMessage(
            "A rearrangement needs the same axis names on both sides, as in \"(heads size) "
                + "in -> in heads size\", but got \"%s\". Name each axis once on each side, in "
                + "lower case.",
            text);
  }

  @Test
  void rules_that_cannot_be_applied_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> from("a.{i}").to("b"))
        .withMessage(
            "A rule needs the same braces in all its names and paths, but \"a.{i}\" has [i] "
                + "and \"b\" has []. Use the same braces in both.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> WeightMap.of(from("a")))
        .withMessage(
            "A weight map needs rules with paths, but [a] -> [] has none. Call to, or "
                + "create the rule with WeightRule.ignore.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> from("a").to("b", "c"))
        .withMessage(
            "A rule needs one path, or several and a split, but [a] -> [] has 2. Call split before"
                + " to, or leave it out.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> from("a", "b").to("c"))
        .withMessage(
            "A rule needs one name, or several names with sum or concatenate, but got [a, "
                + "b] -> []. Call sum or concatenate.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> from("a.{").to("c"))
        .withMessage(
            "A pattern of names needs braces such as {i} or {part:query|key}, but got "
                + "\"a.{\". Close each brace, and begin its name with a letter.");
  }
}
