package io.cambric.conformance.flax.errors;

import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.DataException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.InvalidFilterException;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.LazyInitException;
import io.cambric.errors.MissingRngException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.PartitioningException;
import io.cambric.errors.SubmoduleOutsideSetupException;
import io.cambric.errors.TransformedReturnException;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.errors.VariableNotFoundException;
import java.util.Map;
import java.util.Optional;

/** The exceptions that stand for the error classes of Flax. */
final class FlaxErrors {

  private static final Map<String, Class<? extends Throwable>> BY_NAME =
      Map.ofEntries(
          Map.entry("InvalidRngError", MissingRngException.class),
          Map.entry("LazyInitError", LazyInitException.class),
          Map.entry("ApplyScopeInvalidVariablesStructureError", InvalidVariablesException.class),
          Map.entry("ScopeParamNotFoundError", ParamNotFoundException.class),
          Map.entry("ScopeCollectionNotFound", CollectionNotFoundException.class),
          Map.entry("ScopeParamShapeError", ParamShapeException.class),
          Map.entry("ScopeVariableNotFoundError", VariableNotFoundException.class),
          Map.entry("InvalidFilterError", InvalidFilterException.class),
          Map.entry("InvalidScopeError", InvalidScopeException.class),
          Map.entry("ModifyScopeVariableError", ImmutableCollectionException.class),
          Map.entry("PartitioningUnspecifiedError", PartitioningException.class),
          Map.entry("TransformedMethodReturnValueError", TransformedReturnException.class),
          Map.entry("NameInUseError", NameInUseException.class),
          Map.entry("InvalidCheckpointError", DataException.class),
          Map.entry("CursorFindError", TreeStructureException.class),
          Map.entry("AssignSubModuleError", SubmoduleOutsideSetupException.class),
          Map.entry("CallCompactUnboundModuleError", UnboundModuleException.class),
          Map.entry("CallUnbindOnUnboundModuleError", UnboundModuleException.class),
          Map.entry("CallShareScopeOnUnboundModuleError", UnboundModuleException.class));

  private FlaxErrors() {}

  /** {@return the exception of a class of Flax; Python's own classes have none} */
  static Optional<Class<? extends Throwable>> exception(String flaxName) {
    return Optional.ofNullable(BY_NAME.get(flaxName));
  }
}
