package io.cambric.scope;

import io.cambric.core.Array;
import io.cambric.errors.PartitioningException;
import io.cambric.numpy.Initializer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Logical names of axes, and rules from them to axes of a mesh.
 *
 * <p>The axes of the mesh are named axes: of a group of processes, of {@code pmap} or {@code vmap}.
 * Lanes of such an axis divide the parameters of {@linkplain io.cambric.scope.lift.ShardLift
 * sharded} modules by these rules. Other modules run unchanged, and their layout can be computed
 * and checked.
 *
 * {@snippet :
 * var rules = List.of(AxisRule.of("batch", "data"), AxisRule.of("embed", "model"));
 * Variables specs = Partitioning.partitionSpec(model.init(key, x));
 * Variables layout = LogicalAxes.logicalToMesh(specs, rules);
 * }
 *
 * @see Partitioning
 * @see Shards
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/spmd.html">flax.linen.spmd</a>
 */
public final class LogicalAxes {

  private static final ScopedValue<List<AxisRule>> RULES = ScopedValue.newInstance();

  private LogicalAxes() {}

  /** {@return the result of a body; during it, calls without rules follow these} */
  public static <R extends @Nullable Object> R logicalAxisRules(
      List<AxisRule> rules, Supplier<R> body) {
    return ScopedValue.where(RULES, List.copyOf(rules)).call(body::get);
  }

  /** {@return the rules for calls without rules of their own; often none} */
  public static List<AxisRule> getLogicalAxisRules() {
    return RULES.isBound() ? RULES.get() : List.of();
  }

  /** {@return the axes of the mesh for each axis of an array, by the rules in effect} */
  public static List<List<String>> logicalToMeshAxes(List<@Nullable String> names) {
    return logicalToMeshAxes(names, getLogicalAxisRules());
  }

  /**
   * {@return the axes of the mesh for each axis of an array, none for an axis that is whole}
   *
   * <p>Rules are in order of precedence. One applies if its mesh axes do not split another axis of
   * the array, and its logical axis has not met a rule before.
   *
   * {@snippet :
   * // [["X"], [], ["Y"], []]
   * logicalToMeshAxes(
   *     List.of("batch", "length", "heads", "features"),
   *     List.of(of("batch", "X"), of("features", "X"), of("heads", "Y"), of("batch", "Z")));
   * }
   *
   * @param names of the axes of an array; null for an axis without one
   * @throws PartitioningException if a name occurs twice
   */
  public static List<List<String>> logicalToMeshAxes(
      List<@Nullable String> names, List<AxisRule> rules) {
    return assigned(names, rules).stream()
        .map(axes -> axes == null ? List.<String>of() : axes)
        .toList();
  }

  /** {@return the axes of the mesh for each axis of an array; null where no rule matched} */
  private static List<@Nullable List<String>> assigned(
      List<@Nullable String> names, List<AxisRule> rules) {
    requireDistinct(names);
    var axes = new ArrayList<@Nullable List<String>>();
    names.forEach(name -> axes.add(name == null ? List.of() : null));
    Set<String> used = new HashSet<>();
    for (var rule : rules) {
      int axis = names.indexOf(rule.logicalName());
      boolean isFree = rule.meshAxes().stream().noneMatch(used::contains);
      if (axis >= 0 && isFree && axes.get(axis) == null) {
        axes.set(axis, rule.meshAxes());
        used.addAll(rule.meshAxes());
      }
    }
    return axes;
  }

  private static void requireDistinct(List<@Nullable String> names) {
    var seen = new HashSet<String>();
    for (var name : names) {
      if (name != null && !seen.add(name)) {
        throw new PartitioningException(
            "The axes of an array need distinct logical names, but %s has \"%s\" twice. Rename one of them."
                .formatted(names, name));
      }
    }
  }

  /**
   * {@return for each variable the axes of the mesh, by the rules in effect}
   *
   * @param specs names of axes for each variable, as {@link Partitioning#partitionSpec} returns
   *     them
   */
  public static Variables logicalToMesh(Variables specs) {
    return logicalToMesh(specs, getLogicalAxisRules());
  }

  /**
   * {@return for each variable the axes of the mesh}
   *
   * @param specs names of axes for each variable, as {@link Partitioning#partitionSpec} returns
   *     them
   */
  @SuppressWarnings("unchecked") // partitionSpec has lists of names as leaves
  public static Variables logicalToMesh(Variables specs, List<AxisRule> rules) {
    return specs.map(leaf ->
        leaf instanceof List<?> names
            ? logicalToMeshAxes((List<@Nullable String>) names, rules)
            : leaf);
  }

  /** {@return the array, whose axes have these logical names, by the rules in effect} */
  public static Array withLogicalConstraint(Array x, @Nullable String... names) {
    return withLogicalConstraint(
        x, Arrays.asList(names), getLogicalAxisRules(), RulesFallback.AXIS_IS_UNSHARDED);
  }

  /**
   * {@return the array, whose axes have these logical names}
   *
   * <p>Without rules nothing is checked.
   *
   * @throws PartitioningException if a name occurs twice, or the fallback is to raise an error and
   *     a name has no rule
   */
  public static Array withLogicalConstraint(
      Array x, List<@Nullable String> names, List<AxisRule> rules, RulesFallback fallback) {
    if (!rules.isEmpty()
        && assigned(names, rules).contains(null)
        && fallback == RulesFallback.RAISE_ERROR) {
      throw new PartitioningException(
          "Each logical name of %s needs a rule, but there are rules only for %s. Add a rule, or choose another fallback."
              .formatted(names, rules.stream().map(AxisRule::logicalName).toList()));
    }
    return x;
  }

  /** {@return the initializer for parameters that are stored as {@link LogicallyPartitioned}} */
  public static Initializer withLogicalPartitioning(Initializer init, @Nullable String... names) {
    return withLogicalPartitioning(init, Arrays.asList(names), null);
  }

  /**
   * {@return the initializer for parameters that are stored as {@link LogicallyPartitioned}}
   *
   * @param rules of the parameters; null for those in effect
   */
  public static Initializer withLogicalPartitioning(
      Initializer init, List<@Nullable String> names, @Nullable List<AxisRule> rules) {
    return Partitioning.boxed(init, new LogicallyPartitioned("", names, rules));
  }

  /** {@return the first value of variables that are stored as {@link LogicallyPartitioned}} */
  public static <T> Supplier<T> withLogicalPartitioning(
      Supplier<T> init, @Nullable String... names) {
    return Partitioning.boxed(init, new LogicallyPartitioned("", Arrays.asList(names), null));
  }
}
