package io.cambric.examples.tabular;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Generated applications for credit: numbers, categories, missing values, and a rare class. No row
 * is of a person.
 *
 * @param csv a table with a header, of which the last column is the class
 * @param probabilities of a default, from which the class of each row was drawn
 */
record CreditData(String csv, List<Double> probabilities) {

  static final String TARGET = "default";
  static final String NAME = "credit.csv";

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
    var csv =
        new StringBuilder("age,income,years_employed,amount,debt,housing,purpose,region,default\n");
    var probabilities = new ArrayList<Double>();
    for (int i = 0; i < rows; i++) {
      probabilities.add(add(csv, random));
    }
    return new CreditData(csv.toString(), probabilities);
  }

  private static double add(StringBuilder csv, Random random) {
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

    csv.append(number(age, 0, false)).append(',');
    csv.append(number(income, 0, hidesIncome)).append(',');
    csv.append(number(employed, 1, random.nextDouble() < 0.08)).append(',');
    csv.append(number(amount, 0, false)).append(',');
    csv.append(number(debt, 0, random.nextDouble() < 0.15)).append(',');
    csv.append(random.nextDouble() < 0.05 ? "" : HOUSING.get(housing)).append(',');
    csv.append(PURPOSES.get(purpose)).append(',');
    csv.append(random.nextDouble() < 0.03 ? "" : REGIONS.get(region)).append(',');
    csv.append(random.nextDouble() < probability ? "yes" : "no").append('\n');
    return probability;
  }

  private static String number(double value, int decimals, boolean isMissing) {
    return isMissing ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  byte[] bytes() {
    return csv.getBytes(StandardCharsets.UTF_8);
  }
}
