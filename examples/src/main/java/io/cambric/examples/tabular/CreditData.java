package io.cambric.examples.tabular;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.preprocess.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Generated applications for credit: numbers, categories, missing values, and a rare class. No row
 * is of a person.
 *
 * @param table its last column is the class
 * @param probabilities of a default, from which the class of each row was drawn
 */
record CreditData(TextTable table, List<Double> probabilities) {

  static final String TARGET = "default";

  private static final String NAME = "credit.csv";
  private static final List<String> COLUMNS =
      List.of(
          "age",
          "income",
          "years_employed",
          "amount",
          "debt",
          "housing",
          "purpose",
          "region",
          TARGET);

  private static final List<String> HOUSING = List.of("rent", "own", "mortgage", "family");
  private static final List<String> PURPOSES =
      List.of("car", "furniture", "education", "business", "repairs", "travel", "medical");
  private static final List<String> REGIONS =
      List.of("north", "east", "south", "west", "coast", "hills", "lakes", "capital");
  private static final double[] PURPOSE_RISK = {0, -0.2, 0.3, 1.2, -0.3, 0.9, 0.5};
  private static final double[] REGION_RISK = {0.2, -0.5, 0.6, 0, -0.7, 0.4, -0.2, 0.8};

  CreditData {
    probabilities = List.copyOf(probabilities);
  }

  /** {@return applications, the same ones for a seed} */
  static CreditData of(int rows, long seed) {
    var random = new Random(seed);
    var cells = new ArrayList<List<String>>(rows);
    var probabilities = new ArrayList<Double>();
    for (int i = 0; i < rows; i++) {
      probabilities.add(add(cells, random));
    }
    return new CreditData(new TextTable(NAME, COLUMNS, cells), probabilities);
  }

  /** {@return the probabilities of rows, f32 {@code [rows]}} */
  Array probabilities(List<Integer> rows) {
    var values = new float[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = probabilities.get(rows.get(i)).floatValue();
    }
    return NdArray.of(Shape.of(values.length), values);
  }

  private static double add(List<List<String>> rows, Random random) {
    double age = Math.clamp(38 + 13 * random.nextGaussian(), 18, 85);
    double income = Math.exp(10.3 + 0.45 * random.nextGaussian() + 0.005 * (age - 38));
    double employed = Math.max(0, (age - 20) * random.nextDouble() * 0.6);
    double amount = Math.exp(9 + 0.7 * random.nextGaussian());
    double debt = income * Math.max(0, 0.3 + 0.3 * random.nextGaussian());
    int housing = random.nextInt(HOUSING.size());
    int purpose = random.nextInt(PURPOSES.size());
    int region = random.nextInt(REGIONS.size());
    boolean hidesIncome = random.nextDouble() < 0.12;

    double burden = (amount + debt) / income;
    double logit =
        -4.6
            + 1.6 * burden
            + 1.1 * Math.exp(-employed / 2)
            + 0.0012 * (age - 45) * (age - 45)
            + PURPOSE_RISK[purpose]
            + REGION_RISK[region]
            + (HOUSING.get(housing).equals("rent") && burden > 0.8 ? 0.9 : 0)
            + (hidesIncome ? 1.2 : 0);
    double probability = 1 / (1 + Math.exp(-logit));

    // Random numbers are drawn in the order of the columns.
    rows.add(
        List.of(
            number(age, 0, false),
            number(income, 0, hidesIncome),
            number(employed, 1, random.nextDouble() < 0.08),
            number(amount, 0, false),
            number(debt, 0, random.nextDouble() < 0.15),
            random.nextDouble() < 0.05 ? "" : HOUSING.get(housing),
            PURPOSES.get(purpose),
            random.nextDouble() < 0.03 ? "" : REGIONS.get(region),
            random.nextDouble() < probability ? "yes" : "no"));
    return probability;
  }

  private static String number(double value, int decimals, boolean isMissing) {
    return isMissing ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
