package io.cambric.examples.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.csv.Csv;
import io.cambric.errors.DataException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PreprocessingTest {

  private static final Table TABLE =
      table(
          """
          size,colour,code,kind
          1,red,10,good
          3,blue,20,good
          ,red,10,bad
          100,,30,good
          """);

  /** All rows but the last. */
  private static final Table TRAINING = Splits.rows(TABLE, List.of(0, 1, 2));

  private static Table table(String csv) {
    return Table.read(Csv.of(csv.getBytes(StandardCharsets.UTF_8), "things.csv"), "things.csv");
  }

  private static Preprocessing fitted() {
    return Preprocessing.fit(TABLE, TRAINING, "kind", Set.of("code"));
  }

  @Test
  void means_and_deviations_are_those_of_the_training_part() {
    assertThat(fitted().numbers()).containsExactly(new NumberColumn("size", 2, 1));
  }

  @Test
  void a_missing_number_is_the_mean_with_an_indicator() {
    var numbers = fitted().encode(TABLE).numbers();

    assertThat(numbers.shape()).isEqualTo(Shape.of(4, 2));
    assertThat(numbers.toFloats()).containsExactly(-1, 0, 1, 0, 0, 1, 98, 0);
  }

  @Test
  void categories_have_a_slot_for_unknown_and_one_for_missing() {
    var preprocessing = fitted();

    assertThat(preprocessing.cardinalities()).containsExactly(4, 4);
    // Colours, where red is the second of blue and red, then codes, of which 30 is unknown.
    assertThat(preprocessing.encode(TABLE).categories().toInts())
        .containsExactly(3, 2, 2, 3, 3, 2, CategoryColumn.MISSING, CategoryColumn.UNKNOWN);
    assertThat(preprocessing.countUnknown(TABLE)).isEqualTo(1);
  }

  @Test
  void the_rarer_one_of_two_classes_is_the_last() {
    assertThat(fitted().classes()).containsExactly("good", "bad");
    assertThat(fitted().encode(TABLE).labels().toInts()).containsExactly(0, 0, 1, 0);
  }

  @Test
  void rows_to_predict_need_no_class_and_any_order_of_columns() {
    var encoded = fitted().encode(table("code,colour,size\n20,green,3\n"));

    assertThat(encoded.numbers().toFloats()).containsExactly(1, 0);
    assertThat(encoded.categories().toInts()).containsExactly(CategoryColumn.UNKNOWN, 3);
  }

  @Test
  void a_text_among_numbers_is_refused_with_its_place() {
    var rows = table("size,colour,code\n1,red,10\nbig,red,10\n");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fitted().encode(rows))
        .withMessage(
            "things.csv, record 2, column \"size\" needs a number, but has \"big\". Change the"
                + " cell, or leave it empty.");
  }

  @Test
  void a_missing_column_is_named() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fitted().encode(table("size,code\n1,10\n")))
        .withMessage(
            "things.csv needs a column \"colour\", but has [size, code]. Name the columns in the"
                + " first line.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(TABLE, TRAINING, "kind", Set.of("cod")))
        .withMessage(
            "things.csv needs the columns of categories [cod], but has [size, colour, code, kind]."
                + " Name columns of the first line.");
  }

  @Test
  void a_target_that_no_column_is_called_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(TABLE, TRAINING, "sort", Set.of()))
        .withMessage(
            "things.csv needs the column \"sort\" of classes, but has [size, colour, code, kind]."
                + " Pass --target with the one that has them.");
  }

  @Test
  void a_target_needs_two_classes_and_no_missing_one() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(table("a,b\n1,x\n2,x\n"), TRAINING, "b", Set.of()))
        .withMessage(
            "things.csv needs from 2 to 100 classes in column \"b\", but has 1. Pass --target with"
                + " the column of classes.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(table("a,b\n1,x\n2,\n"), TRAINING, "b", Set.of()))
        .withMessage(
            "things.csv, record 2, column \"b\" needs a class, but has \"\". Change the cell, or"
                + " leave it empty.");
  }

  @Test
  void a_name_that_two_columns_have_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> table("a,a\n1,2\n"))
        .withMessage(
            "things.csv needs a name for each column, but has [a, a]. Rename those that occur"
                + " twice.");
  }

  @Test
  void class_weights_give_each_class_one_part_in_the_loss() {
    var labels = NdArray.ofInts(Shape.of(6), 0, 0, 0, 0, 0, 1);

    assertThat(TabularModel.classWeights(labels, 2).toFloats()).containsExactly(0.6f, 3);
  }
}
