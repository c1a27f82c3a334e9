package io.cambric.benchmarks.sweep;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The means and the worst cases of a sweep.
 *
 * @param cases those that count: with peers, those that a peer has
 * @param beside whether they are judged by the ratio to peers, else by the share of the machine
 */
public record SweepSummary(List<Measured> cases, boolean beside) {

  /** A group of operations with the geometric mean of its figures. */
  public record Mean(String family, int cases, double mean) {}

  /** A summary; of all cases those count that have the figure. */
  public SweepSummary {
    cases = cases.stream().filter(one -> !beside || !one.peers().isEmpty()).toList();
  }

  /** {@return the figure that judges a case} */
  public double figure(Measured one) {
    return beside ? one.ratio() : one.share();
  }

  /** {@return the geometric mean of all cases; NaN without one} */
  public double mean() {
    return mean(cases);
  }

  private double mean(List<Measured> some) {
    return Math.exp(
        some.stream().mapToDouble(one -> Math.log(figure(one))).average().orElse(Double.NaN));
  }

  /** {@return the families, the worst first} */
  public List<Mean> families() {
    Map<String, List<Measured>> groups =
        cases.stream()
            .collect(
                Collectors.groupingBy(Measured::family, LinkedHashMap::new, Collectors.toList()));
    return groups.entrySet().stream()
        .map(group -> new Mean(group.getKey(), group.getValue().size(), mean(group.getValue())))
        .sorted(Comparator.comparingDouble(Mean::mean))
        .toList();
  }

  /** {@return how many cases have a figure below a bound} */
  public long below(double bound) {
    return cases.stream().filter(one -> figure(one) < bound).count();
  }

  /** {@return as many cases, the worst first} */
  public List<Measured> worst(int count) {
    return cases.stream().sorted(Comparator.comparingDouble(this::figure)).limit(count).toList();
  }
}
