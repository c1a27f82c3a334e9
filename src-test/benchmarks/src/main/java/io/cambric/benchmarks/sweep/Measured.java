package io.cambric.benchmarks.sweep;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A measured case.
 *
 * @param text its line
 * @param seconds of a run of ours
 * @param bound seconds that the machine needs for the arithmetic or the bytes, and for a call
 * @param flops arithmetic operations of a run
 * @param bytes of operands and results
 * @param peers seconds of a run by the names of peers, of those that have the operation
 * @param difference of the sums of absolute results, ours and a peer's, relative to the peer's; NaN
 *     if no peer has the same operands
 */
public record Measured(
    String text,
    String family,
    double seconds,
    double bound,
    double flops,
    double bytes,
    Map<String, Double> peers,
    double difference) {

  /** {@return the time of the fastest peer divided by ours, above 1 if ours is faster} */
  public double ratio() {
    return peers.values().stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN)
        / seconds;
  }

  /** {@return the part of the time that the machine needs at least} */
  public double share() {
    return bound / seconds;
  }

  /** {@return the case as an object of a JSON file} */
  public Map<String, Object> toJson() {
    var json = new LinkedHashMap<String, Object>();
    json.put("case", text);
    json.put("family", family);
    json.put("us", seconds * 1e6);
    json.put("gbytes", bytes / seconds / 1e9);
    json.put("gflops", flops / seconds / 1e9);
    json.put("share_of_machine", share());
    if (!peers.isEmpty()) {
      var times = new LinkedHashMap<String, Object>();
      peers.forEach((peer, time) -> times.put(peer, time * 1e6));
      json.put("peers_us", times);
      json.put("ratio", ratio());
      if (!Double.isNaN(difference)) {
        json.put("difference", difference);
      }
    }
    return json;
  }
}
