package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.control.CheckpointPolicies;
import io.cambric.control.CheckpointPolicy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code jax.checkpoint} and its policies. */
final class CheckpointTable {

  private CheckpointTable() {}

  static void fill(Table table) {
    table.put(
        "jax.checkpoint(fun, *, prevent_cse, policy, static_argnums, concrete)",
        CheckpointTable::checkpoint);
    names(table, "save_only_these_names", CheckpointPolicies::saveOnlyTheseNames);
    names(table, "save_any_names_but_these", CheckpointPolicies::saveAnyNamesButThese);
    names(
        table,
        "save_anything_except_these_names",
        CheckpointPolicies::saveAnythingExceptTheseNames);
    table.put(
        "jax.checkpoint_policies.save_from_both_policies(policy_1, policy_2)",
        a ->
            CheckpointPolicies.saveFromBothPolicies(
                policy(a.get("policy_1")), policy(a.get("policy_2"))));
  }

  private static void names(
      Table table, String function, Function<String[], CheckpointPolicy> policy) {
    table.put(
        "jax.checkpoint_policies.%s(*names)".formatted(function),
        a -> policy.apply(a.list("names").stream().map(String::valueOf).toArray(String[]::new)));
  }

  private static PyFunction checkpoint(Arguments a) {
    var function = a.function("fun");
    var policy = a.has("policy") ? policy(a.get("policy")) : CheckpointPolicies.nothingSaveable();
    boolean preventCse = a.flag("prevent_cse", true);
    var fixed =
        a.has("static_argnums")
            ? Arrays.stream(a.integers("static_argnums")).boxed().toList()
            : List.<Integer>of();
    return (args, kwargs) -> {
      var moving = new ArrayList<@Nullable Object>();
      for (int i = 0; i < args.size(); i++) {
        moving.add(fixed.contains(i) ? null : TransformTable.arrays(args.get(i)));
      }
      Fn<List<@Nullable Object>, @Nullable Object> called =
          some -> {
            var all = new ArrayList<@Nullable Object>(args);
            for (int i = 0; i < all.size(); i++) {
              all.set(i, fixed.contains(i) ? args.get(i) : some.get(i));
            }
            return TransformTable.arrays(function.call(all, Map.copyOf(kwargs)));
          };
      return Transforms.checkpoint(called).policy(policy).preventCse(preventCse).apply(moving);
    };
  }

  /** Python names a policy where Java calls the method that makes it. */
  private static CheckpointPolicy policy(@Nullable Object value) {
    var made = value instanceof PyFunction function ? function.call() : value;
    if (made instanceof CheckpointPolicy policy) {
      return policy;
    }
    throw new PythonException("%s is no checkpoint policy".formatted(value));
  }
}
