package io.cambric.nn.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaletteTest {

  /** The least contrast of texts, after WCAG 2.2, level AA. */
  private static final double READABLE = 4.5;

  /** The least distance of two colours in the space CIELAB that people still see in thin lines. */
  private static final double DISTINCT = 12;

  private static final Pattern COLOUR = Pattern.compile("--([a-z]+\\d?): #([0-9a-f]{6});");

  /** The colours of a background; the dark ones come second. */
  private enum Ground {
    LIGHT,
    DARK;

    private Map<String, double[]> colours() {
      var rules = Palette.css().split("@media");
      var colours = new LinkedHashMap<String, double[]>();
      COLOUR
          .matcher(rules[ordinal()])
          .results()
          .forEach(found -> colours.put(found.group(1), linear(found.group(2))));
      return colours;
    }
  }

  /** The kinds of sight, as matrices over linear red, green and blue by Machado and others. */
  private enum Sight {
    USUAL(1, 0, 0, 0, 1, 0, 0, 0, 1),
    WITHOUT_RED(0.1523, 1.0526, -0.2049, 0.1145, 0.7863, 0.0992, -0.0039, -0.0481, 1.052),
    WITHOUT_GREEN(0.3673, 0.8606, -0.228, 0.2801, 0.6725, 0.0474, -0.0118, 0.0429, 0.9689),
    WITHOUT_BLUE(1.2555, -0.0767, -0.1788, -0.0784, 0.9308, 0.1476, 0.0047, 0.6914, 0.3039);

    private final double[] matrix;

    Sight(double... matrix) {
      this.matrix = matrix;
    }

    private double[] seen(double[] colour) {
      return IntStream.range(0, 3)
          .mapToDouble(row ->
              matrix[3 * row] * colour[0]
                  + matrix[3 * row + 1] * colour[1]
                  + matrix[3 * row + 2] * colour[2])
          .map(value -> Math.max(0, value))
          .toArray();
    }
  }

  private static double[] linear(String hex) {
    return IntStream.range(0, 3)
        .mapToDouble(i -> Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16) / 255.0)
        .map(value -> value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4))
        .toArray();
  }

  private static double coded(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.pow(linear, 1 / 2.4) - 0.055;
  }

  private static String hex(double[] linear) {
    var text = new StringBuilder();
    for (double value : linear) {
      text.append("%02x".formatted(Math.round(255 * coded(value))));
    }
    return text.toString();
  }

  /** {@return a colour over another one, as browsers mix them} */
  private static double[] over(double[] above, double[] below, double part) {
    return linear(
        hex(
            IntStream.range(0, 3)
                .mapToDouble(i -> part * coded(above[i]) + (1 - part) * coded(below[i]))
                .map(value -> linear("%02x0000".formatted(Math.round(255 * value)))[0])
                .toArray()));
  }

  private static double luminance(double[] colour) {
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
  }

  private static double contrast(double[] one, double[] other) {
    double high = Math.max(luminance(one), luminance(other));
    double low = Math.min(luminance(one), luminance(other));
    return (high + 0.05) / (low + 0.05);
  }

  private static double[] lab(double[] colour) {
    double x = root((0.4124 * colour[0] + 0.3576 * colour[1] + 0.1805 * colour[2]) / 0.9505);
    double y = root(luminance(colour));
    double z = root((0.0193 * colour[0] + 0.1192 * colour[1] + 0.9505 * colour[2]) / 1.089);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double root(double value) {
    return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116.0;
  }

  private static double distance(double[] one, double[] other) {
    var a = lab(one);
    var b = lab(other);
    return Math.sqrt(IntStream.range(0, 3).mapToDouble(i -> (a[i] - b[i]) * (a[i] - b[i])).sum());
  }

  @ParameterizedTest
  @EnumSource
  void texts_and_curves_are_readable_on_cards_and_texts_on_the_page(Ground ground) {
    var colours = ground.colours();
    var onCards = new ArrayList<>(List.of("ink", "quiet", "accent", "wrong"));
    IntStream.range(0, Palette.SERIES).forEach(i -> onCards.add("s" + i));

    assertThat(onCards)
        .allSatisfy(name ->
            assertThat(contrast(colours.get(name), colours.get("card"))).isGreaterThan(READABLE));
    assertThat(List.of("ink", "quiet", "accent"))
        .allSatisfy(name ->
            assertThat(contrast(colours.get(name), colours.get("page"))).isGreaterThan(READABLE));
  }

  @ParameterizedTest
  @EnumSource
  void numbers_are_readable_on_the_strongest_shade_of_a_cell(Ground ground) {
    var colours = ground.colours();
    var shades = Map.of("heat", HeatDrawing.STRONGEST, "wrong", 0.52);

    assertThat(shades)
        .allSatisfy((name, part) ->
            assertThat(
                    contrast(
                        colours.get("ink"), over(colours.get(name), colours.get("card"), part)))
                .isGreaterThan(READABLE));
  }

  @ParameterizedTest
  @EnumSource
  void curves_differ_for_people_with_each_kind_of_colour_blindness(Ground ground) {
    var colours = ground.colours();
    for (var sight : Sight.values()) {
      for (int i = 0; i < Palette.SERIES; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(distance(sight.seen(colours.get("s" + i)), sight.seen(colours.get("s" + j))))
              .as("s%d and s%d for %s", j, i, sight)
              .isGreaterThan(DISTINCT);
        }
      }
    }
  }
}
