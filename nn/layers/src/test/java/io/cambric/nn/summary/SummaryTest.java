package io.cambric.nn.summary;

import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Costs;
import io.cambric.core.ShapedArray;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.GruCell;
import io.cambric.nn.LstmCell;
import io.cambric.nn.Mlp;
import io.cambric.nn.Rnn;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.scope.Partitioning;
import io.cambric.scope.Rngs;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tables of models; where there are numbers, they are those of {@code nn.tabulate}. */
class SummaryTest {

  private static final Key KEY = Key.of(0);
  private static final Summary MLP = Summary.of(Mlp.of(4, 2), KEY, m -> m.call(ones(16, 9)));
  private static final Summary CNN =
      Summary.of(
          SmallCnn.of(),
          Rngs.of(KEY).stream("dropout", Key.of(1)),
          m -> m.call(ones(32, 28, 28, 1), true));
  private static final Summary SHARING =
      Summary.of(Sharing.of(), KEY, m -> m.call(ones(5, 3), true));

  private static List<String> paths(Summary summary) {
    return summary.rows().stream().map(row -> String.join("/", row.call().path())).toList();
  }

  private static Summary.CallCosts costs(long flops, long vjp) {
    return new Summary.CallCosts(new Costs(flops, 0), new Costs(vjp, 0));
  }

  @Test
  void modules_stand_in_the_order_of_their_calls_with_the_variables_of_their_own() {
    assertThat(MLP.toText())
        .isEqualTo(
            """

                                            Mlp Summary                               \s
            ┏━━━━━━━━━┳━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━┓
            ┃ path    ┃ module ┃ inputs        ┃ outputs       ┃ params               ┃
            ┡━━━━━━━━━╇━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━┩
            │         │ Mlp    │ float32[16,9] │ float32[16,2] │                      │
            ├─────────┼────────┼───────────────┼───────────────┼──────────────────────┤
            │ Dense_0 │ Dense  │ float32[16,9] │ float32[16,4] │ bias: float32[4]     │
            │         │        │               │               │ kernel: float32[9,4] │
            │         │        │               │               │                      │
            │         │        │               │               │ 40 (160 B)           │
            ├─────────┼────────┼───────────────┼───────────────┼──────────────────────┤
            │ Dense_1 │ Dense  │ float32[16,4] │ float32[16,2] │ bias: float32[2]     │
            │         │        │               │               │ kernel: float32[4,2] │
            │         │        │               │               │                      │
            │         │        │               │               │ 10 (40 B)            │
            ├─────────┼────────┼───────────────┼───────────────┼──────────────────────┤
            │         │        │               │         Total │ 50 (200 B)           │
            └─────────┴────────┴───────────────┴───────────────┴──────────────────────┘
                                                                                      \s
                                   Total Parameters: 50 (200 B)                       \s

            """);
  }

  @Test
  void the_widest_columns_are_made_narrower_where_lines_would_be_too_long() {
    var lines = MLP.withWidth(74).toText().lines().toList();
    assertThat(String.join("\n", lines.subList(2, 21)) + "\n")
        .isEqualTo(
            """
            ┏━━━━━━━━━┳━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━┓
            ┃ path    ┃ module ┃ inputs        ┃ outputs       ┃ params              ┃
            ┡━━━━━━━━━╇━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━┩
            │         │ Mlp    │ float32[16,9] │ float32[16,2] │                     │
            ├─────────┼────────┼───────────────┼───────────────┼─────────────────────┤
            │ Dense_0 │ Dense  │ float32[16,9] │ float32[16,4] │ bias: float32[4]    │
            │         │        │               │               │ kernel:             │
            │         │        │               │               │   float32[9,4]      │
            │         │        │               │               │                     │
            │         │        │               │               │ 40 (160 B)          │
            ├─────────┼────────┼───────────────┼───────────────┼─────────────────────┤
            │ Dense_1 │ Dense  │ float32[16,4] │ float32[16,2] │ bias: float32[2]    │
            │         │        │               │               │ kernel:             │
            │         │        │               │               │   float32[4,2]      │
            │         │        │               │               │                     │
            │         │        │               │               │ 10 (40 B)           │
            ├─────────┼────────┼───────────────┼───────────────┼─────────────────────┤
            │         │        │               │         Total │ 50 (200 B)          │
            └─────────┴────────┴───────────────┴───────────────┴─────────────────────┘
            """);
  }

  @Test
  void dtypes_are_short_where_words_would_be_broken() {
    var lines = MLP.withWidth(66).toText().lines().toList();
    assertThat(String.join("\n", lines.subList(2, 19)) + "\n")
        .isEqualTo(
            """
            ┏━━━━━━━━━┳━━━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━┓
            ┃ path    ┃ module ┃ inputs    ┃ outputs   ┃ params           ┃
            ┡━━━━━━━━━╇━━━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━┩
            │         │ Mlp    │ f32[16,9] │ f32[16,2] │                  │
            ├─────────┼────────┼───────────┼───────────┼──────────────────┤
            │ Dense_0 │ Dense  │ f32[16,9] │ f32[16,4] │ bias: f32[4]     │
            │         │        │           │           │ kernel: f32[9,4] │
            │         │        │           │           │                  │
            │         │        │           │           │ 40 (160 B)       │
            ├─────────┼────────┼───────────┼───────────┼──────────────────┤
            │ Dense_1 │ Dense  │ f32[16,4] │ f32[16,2] │ bias: f32[2]     │
            │         │        │           │           │ kernel: f32[4,2] │
            │         │        │           │           │                  │
            │         │        │           │           │ 10 (40 B)        │
            ├─────────┼────────┼───────────┼───────────┼──────────────────┤
            │         │        │           │     Total │ 50 (200 B)       │
            └─────────┴────────┴───────────┴───────────┴──────────────────┘
            """);
  }

  @Test
  void shapes_of_a_convolutional_network_are_whole_in_80_columns() {
    var text = CNN.withWidth(80).toText();

    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(Pattern.compile("\\[").matcher(text).results().count())
        .isEqualTo(Pattern.compile("f32\\[[\\d,]*]").matcher(text).results().count())
        .isEqualTo(Pattern.compile("\\[").matcher(CNN.toText()).results().count());
  }

  @Test
  void a_table_is_never_wider_than_it_may_be_and_none_of_it_is_lost() {
    var wide = CNN.withCosts().toText();
    for (int width = 200; width >= 90; width--) {
      var text = CNN.withCosts().withWidth(width).toText();
      assertThat(text.lines().mapToInt(String::length).max().orElseThrow())
          .isLessThanOrEqualTo(width);
      assertThat(letters(text)).isEqualTo(letters(wide));
    }
    assertThat(CNN.withCosts().withWidth(200).toText()).isEqualTo(wide);
  }

  /** {@return the number of occurrences of each letter and digit in a table} */
  private static Map<Integer, Long> letters(String text) {
    return text.replace("float32[", "f32[")
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .boxed()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  @Test
  void a_column_keeps_six_characters_whatever_the_width() {
    assertThat(MLP.withWidth(1).toText().lines().toList().get(3))
        .isEqualTo("┃path  ┃module┃inputs┃output┃params┃");
    assertThat(MLP.withWidth(1).withDepth(1).toText())
        .isEqualTo(MLP.withDepth(1).withWidth(1).toText());
  }

  @Test
  void costs_stand_before_the_variables() {
    var lines = MLP.withCosts().toText().lines().toList();
    assertThat(lines.get(3))
        .isEqualTo(
            "┃ path    ┃ module ┃ inputs        ┃ outputs       ┃ flops ┃ vjp_flops ┃ params       "
                + "        ┃");
    assertThat(lines.get(5))
        .isEqualTo(
            "│         │ Mlp    │ float32[16,9] │ float32[16,2] │ 1504  │ 4460      │              "
                + "        │");
    assertThat(lines.get(17)).contains("│     Total │ 50 (200 B)");
  }

  @Test
  void a_dense_layer_costs_a_product_and_a_sum_and_its_gradients_the_products_of_both_operands() {
    assertThat(MLP.withCosts().rows())
        .extracting(row -> row.costs().orElseThrow())
        .containsExactly(costs(1504, 4460), costs(1216, 3620), costs(288, 840));
  }

  @Test
  void the_costs_of_a_model_are_those_of_its_layers_and_the_operations_between_them() {
    var pixels = Summary.of(Pixels.of(), KEY, m -> m.call(ones(1, 784)));
    assertThat(pixels.withCosts().rows())
        .extracting(row -> row.costs().orElseThrow())
        .containsExactly(costs(1628954, 5698100), costs(1606656, 5621760), costs(20490, 71700));
  }

  @Test
  void a_convolution_costs_the_products_that_are_no_padding() {
    var conv = Summary.of(Conv.of(64, 3, 3), KEY, m -> m.call(ones(32, 28, 28, 32)));
    assertThat(conv.withCosts().rows().getFirst().costs())
        .contains(costs(882_933_760L, 2_647_214_080L));
  }

  @Test
  void costs_are_counted_only_on_demand() {
    assertThat(MLP.rows()).allSatisfy(row -> assertThat(row.costs()).isEmpty());
  }

  @Test
  void a_convolutional_network_has_a_line_for_each_layer_and_block() {
    assertThat(paths(CNN))
        .containsExactly(
            "",
            "block1",
            "block1/conv",
            "block1/bn",
            "block1/dropout",
            "block2",
            "block2/conv",
            "block2/bn",
            "block2/dropout",
            "dense1");
    assertThat(CNN.size()).isEqualTo(19_850);
    assertThat(CNN.toText())
        .containsPattern("Total │ 192 \\(768 B\\) +│ 19,658 \\(78.6 KB\\) +│")
        .contains("Total Parameters: 19,850 (79.4 KB)");
  }

  @Test
  void sown_values_are_no_variables_of_a_model() {
    assertThat(CNN.variables().names()).containsExactlyInAnyOrder("batch_stats", "params");
  }

  @Test
  void variables_of_modules_that_are_too_deep_count_further_up() {
    var shallow = CNN.withDepth(1);
    assertThat(paths(shallow)).containsExactly("", "block1", "block2", "dense1");
    var block = shallow.rows().get(1);
    assertThat(block.variables()).isEmpty();
    assertThat(block.amounts()).containsEntry("params", new Summary.Amount(384, 1536));
    assertThat(shallow.toText()).contains("│ 384 (1.5 KB)", "Total Parameters: 19,850 (79.4 KB)");
  }

  @Test
  void inputs_and_outputs_that_are_trees_stand_line_by_line() {
    var row = SHARING.toText().lines().skip(13).limit(8).map(line -> line.substring(15, 66));
    assertThat(row)
        .containsExactly(
            "│ TreeUser │ - k: float32[5,3] │ - float32[5,2]   │",
            "│          │   l:              │ - - float32[5,3] │",
            "│          │   - float32[5,3]  │                  │",
            "│          │   - 1.5           │                  │",
            "│          │   - s             │                  │",
            "│          │   - True          │                  │",
            "│          │ - 2               │                  │",
            "┼──────────┼───────────────────┼──────────────────┼");
  }

  @Test
  void a_module_called_twice_stands_once_and_its_variables_count_once() {
    assertThat(paths(SHARING)).containsExactly("", "Dense_0", "TreeUser_0", "TreeUser_0/p");
    assertThat(SHARING.toText()).contains("Total Parameters: 20 (80 B)");
  }

  @Test
  void repeated_calls_have_a_line_without_variables_on_demand() {
    var repeated = SHARING.withRepeatedCalls();
    assertThat(paths(repeated))
        .containsExactly("", "Dense_0", "Dense_0", "TreeUser_0", "TreeUser_0", "TreeUser_0/p");
    assertThat(repeated.rows().get(2).variables()).isEmpty();
    assertThat(repeated.toText()).contains("TreeUser (encode)", "Total Parameters: 20 (80 B)");
  }

  @Test
  void transformed_layers_have_the_shapes_of_a_lane_and_the_variables_of_all() {
    // Twice, since compiled functions are kept.
    Summary.of(Transformed.of(), KEY, m -> m.call(ones(5, 3)));
    var summary = Summary.of(Transformed.of(), KEY, m -> m.call(ones(5, 3))).withCosts();
    assertThat(paths(summary)).containsExactly("", "JitDense_0", "VmapDense_0");
    var lane = summary.rows().get(2);
    assertThat(lane.call().inputs().avals())
        .extracting(ShapedArray::toText)
        .containsExactly("f32[3]");
    assertThat(lane.amounts()).containsEntry("params", new Summary.Amount(40, 160));
    assertThat(lane.costs()).contains(costs(14, 46));
  }

  @Test
  void a_model_may_take_and_return_nothing_and_keep_records_and_other_objects() {
    var summary =
        Summary.of(
            Keeper.of(),
            KEY,
            m -> {
              m.call();
              return m;
            });
    assertThat(
            summary.withCosts().toText().lines().skip(5).limit(6).map(line -> line.substring(16)))
        .containsExactly(
            "│        │         │ 0     │ 0         │ mode: f32            │",
            "│        │         │       │           │ pair:                │",
            "│        │         │       │           │   first: float32[2]  │",
            "│        │         │       │           │   second: float32[3] │",
            "│        │         │       │           │                      │",
            "│        │         │       │           │ 5 (20 B)             │");
  }

  @Test
  void a_recurrent_network_has_its_cell_with_the_shapes_of_a_step() {
    var summary = Summary.of(Rnn.of(LstmCell.of(4)), KEY, m -> m.call(ones(2, 5, 3)));
    assertThat(paths(summary.withDepth(1))).containsExactly("", "cell");
    var cell = summary.rows().get(1).call();
    assertThat(cell.method()).isEqualTo("call");
    assertThat(cell.inputs()).hasToString("- c: float32[2,4]\n  h: float32[2,4]\n- float32[2,3]");
    assertThat(cell.output())
        .hasToString("carry:\n  c: float32[2,4]\n  h: float32[2,4]\noutput: float32[2,4]");
  }

  @Test
  void a_scan_costs_its_body_in_each_step() {
    var rows =
        Summary.of(Rnn.of(GruCell.of(4)), KEY, m -> m.call(ones(2, 5, 3))).withCosts().rows();
    var whole = rows.getFirst().costs().orElseThrow().forward();
    assertThat(whole).isEqualTo(rows.get(1).costs().orElseThrow().forward().times(5));
  }

  @Test
  void axis_names_stand_behind_the_shapes_of_partitioned_variables() {
    var init = Partitioning.withPartitioning(Initializers.lecunNormal(), "in", "out");
    var dense = Dense.of(3).withKernelInit(init);
    assertThat(Summary.of(dense, KEY, m -> m.call(ones(5, 3))).toText())
        .contains("│ kernel: float32[3,3] P(in, out) │");
  }

  @Test
  void a_model_that_has_variables_is_summed_up_with_them() {
    var norm = BatchNorm.of();
    var variables = norm.init(KEY, ones(2, 3), false);
    var summary = Summary.of(norm, variables, m -> m.call(ones(2, 3), false));
    assertThat(summary.variables()).isSameAs(variables);
    assertThat(summary.toText()).contains("mean: float32[3]", "6 (24 B)");
  }

  @Test
  void nothing_is_made_for_a_summary() {
    var summary = Summary.of(Dense.of(1 << 15), KEY, m -> m.call(ones(1, 1 << 15)));
    assertThat(summary.variables().params().entries().get("kernel"))
        .isInstanceOf(ShapedArray.class);
    assertThat(summary.toText()).contains("Total Parameters: 1,073,774,592 (4.3 GB)");
  }

  @Test
  void the_table_is_an_html_element_too() {
    assertThat(Summary.of(Dense.of(2), KEY, m -> m.call(ones(1, 3))).withCosts().toHtml())
        .isEqualTo(
            """
            <table class="cambric-summary" style="white-space: pre; text-align: left">
            <caption>Dense Summary</caption>
            <thead>
            <tr><th>path</th><th>module</th><th>inputs</th><th>outputs</th><th>flops</th><th>vjp_flops</th><th>params</th></tr>
            </thead>
            <tbody>
            <tr><td></td><td>Dense</td><td>float32[1,3]</td><td>float32[1,2]</td><td>14</td><td>46</td><td>bias: float32[2]
            kernel: float32[3,2]

            8 (32 B)</td></tr>
            </tbody>
            <tfoot>
            <tr><th></th><th></th><th></th><th></th><th></th><th>Total</th><th>8 (32 B)</th></tr>
            <tr><td colspan="7">Total Parameters: 8 (32 B)</td></tr>
            </tfoot>
            </table>
            """);
  }

  @Test
  void names_are_escaped_in_html() {
    var table =
        new SummaryTable("a<b>", List.of("&"), List.of(List.of("x > y")), List.of(""), 0, "");
    assertThat(table.toHtml())
        .contains("<caption>a&lt;b&gt;</caption>", "<th>&amp;</th>", "<td>x &gt; y</td>");
  }

  @Test
  void amounts_have_separators_and_the_largest_unit_that_fits() {
    assertThat(SummaryText.amount(new Summary.Amount(19_658, 78_632)))
        .isEqualTo("19,658 (78.6 KB)");
    assertThat(SummaryText.amount(new Summary.Amount(250, 1_000))).isEqualTo("250 (1,000 B)");
    assertThat(SummaryText.amount(new Summary.Amount(1_234_567_890L, 4_938_271_560L)))
        .isEqualTo("1,234,567,890 (4.9 GB)");
  }
}
