package io.cambric.compile.jaxpr;

import io.cambric.array.DType;
import io.cambric.core.Atom;
import io.cambric.core.CollectiveRule;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.Primitive;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Combined collectives: several small collectives become one with several operands, as in the
 * all-reduce combiner of XLA. Example: the sums of the gradients of all biases and scales of a
 * model.
 *
 * <p>For each collective, a member sends messages to all others and waits for answers. Combining
 * saves messages and waits; the bytes stay the same. Operands fill a bucket in the order in which
 * they are computed. A backward pass can thus send the first bucket before it computes the others.
 * An operand above the size of a bucket is not combined.
 *
 * <p>The collectives of a bucket have one operation and dtype, and none needs the result of
 * another.
 */
public final class CollectiveCombiner {

  /**
   * The largest size of a bucket in bytes. With a hundred members, the part of each is still long.
   */
  static final long BUCKET_BYTES = 1 << 22;

  private final List<Eqn> eqns;

  /** The last bucket of each kind, which may take more operands. */
  private final Map<Kind, Bucket> open = new HashMap<>();

  /** The bucket of each collective that can be combined, by the number of its equation. */
  private final Map<Integer, Bucket> buckets = new HashMap<>();

  /** The operation and dtype of all operands of a bucket. */
  private record Kind(Primitive collective, DType dtype) {}

  /**
   * A collective of one operand.
   *
   * @param number the number of its equation
   * @param maker the number of the equation that makes the operand, -1 for inputs
   */
  private record Candidate(int number, Eqn eqn, CollectiveRule rule, int maker) {

    Kind kind() {
      return new Kind(rule.collective(), rule.avals().getFirst().dtype());
    }

    long bytes() {
      return rule.avals().getFirst().bytes();
    }
  }

  /** Collectives that become one; mutable. */
  private static final class Bucket {
    private final List<Candidate> members = new ArrayList<>();
    private long bytes;
    private int place = Integer.MAX_VALUE;

    /**
     * {@return whether the bucket has room, and the operand is made before the first result is
     * needed}
     */
    boolean takes(Candidate candidate) {
      return bytes + candidate.bytes() <= BUCKET_BYTES && candidate.maker < place;
    }

    void add(Candidate candidate) {
      members.add(candidate);
      bytes += candidate.bytes();
      place = Math.min(place, candidate.number);
    }

    Eqn combined() {
      var first = members.getFirst();
      if (members.size() == 1) {
        return first.eqn;
      }
      return new Eqn(
          first.rule.ofSeveral(),
          members.stream().map(member -> member.eqn.inputs().getFirst()).toList(),
          members.stream().map(member -> member.eqn.outputs().getFirst()).toList(),
          first.eqn.source());
    }
  }

  private CollectiveCombiner(List<Eqn> eqns) {
    this.eqns = eqns;
  }

  /** {@return an equal program} */
  public static Jaxpr combine(Jaxpr jaxpr) {
    var pass = new CollectiveCombiner(jaxpr.eqns());
    pass.candidates().forEach(pass::place);
    return pass.buckets.values().stream().allMatch(bucket -> bucket.members.size() == 1)
        ? jaxpr
        : new Jaxpr(jaxpr.inputs(), pass.combined(), jaxpr.outputs());
  }

  /** {@return the collectives in the order in which their operands are made} */
  private List<Candidate> candidates() {
    var found = new ArrayList<Candidate>();
    var makers = new IdentityHashMap<Atom, Integer>();
    for (int i = 0; i < eqns.size(); i++) {
      int number = i;
      var eqn = eqns.get(i);
      if (eqn.lowering() instanceof Lowering.Kernel(CollectiveRule rule) && rule.isElementwise()) {
        int maker = makers.getOrDefault(eqn.inputs().getFirst(), -1);
        found.add(new Candidate(number, eqn, rule, maker));
      }
      eqn.outputs().forEach(output -> makers.put(output, number));
    }
    found.sort(Comparator.comparingInt(Candidate::maker));
    return found;
  }

  private void place(Candidate candidate) {
    if (candidate.bytes() > BUCKET_BYTES) {
      return;
    }
    var bucket = open.get(candidate.kind());
    if (bucket == null || !bucket.takes(candidate)) {
      bucket = new Bucket();
      open.put(candidate.kind(), bucket);
    }
    bucket.add(candidate);
    buckets.put(candidate.number, bucket);
  }

  /** {@return the program with each bucket at the place of its first collective} */
  private List<Eqn> combined() {
    var all = new ArrayList<Eqn>();
    for (int i = 0; i < eqns.size(); i++) {
      var bucket = buckets.get(i);
      if (bucket == null) {
        all.add(eqns.get(i));
      } else if (bucket.place == i) {
        all.add(bucket.combined());
      }
    }
    return all;
  }
}
