package io.cambric.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.cambric.processor.read.LiftedForm;
import io.cambric.processor.read.RuntimeTypes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Writes the classes of a module under lifted transformations. */
final class LiftedFormWriter {

  private final ClassName module;
  private final List<TypeVariableName> variables;
  private final Set<String> taken;

  /**
   * A writer for one generated class.
   *
   * @param taken names of other nested classes
   */
  LiftedFormWriter(ClassName module, List<TypeVariableName> variables, Set<String> taken) {
    this.module = module;
    this.variables = variables;
    this.taken = new HashSet<>(taken);
    this.taken.add(module.simpleName());
    variables.forEach(variable -> this.taken.add(variable.name()));
  }

  /** Adds the classes, and the interface of the methods that make them. */
  void addTo(TypeSpec.Builder type) {
    var classes = LiftedForm.ALL.stream().map(this::name).map(this::generic);
    type.addSuperinterface(
        ParameterizedTypeName.get(RuntimeTypes.LIFTABLE, classes.toArray(TypeName[]::new)));
    LiftedForm.ALL.forEach(form -> type.addType(nested(form, name(form))));
  }

  /** {@return the constructors of the classes, as an argument of the module's type} */
  CodeBlock constructors() {
    var each = LiftedForm.ALL.stream().map(form -> CodeBlock.of("$T::new", generic(name(form))));
    return CodeBlock.of(
        "() -> new $T($L)",
        ParameterizedTypeName.get(RuntimeTypes.FORMS, generic(module)),
        each.collect(Code.LIST));
  }

  private ClassName name(LiftedForm form) {
    return module.nestedClass(Code.free(form.name(), taken));
  }

  private TypeSpec nested(LiftedForm form, ClassName name) {
    return TypeSpec.classBuilder(name)
        .addJavadoc("The module $L, with the options as methods.", form.words())
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
        .addTypeVariables(variables)
        .superclass(generic(module))
        .addSuperinterface(ParameterizedTypeName.get(form.verbs(), generic(name)))
        .addMethod(
            MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PRIVATE)
                .addParameter(RuntimeTypes.HANDLE, "handle")
                .addParameter(Record.class, "definition")
                .addStatement("super(handle, definition)")
                .build())
        .build();
  }

  private TypeName generic(ClassName type) {
    var names = variables.stream().map(v -> TypeVariableName.get(v.name()));
    return variables.isEmpty()
        ? type
        : ParameterizedTypeName.get(type, names.toArray(TypeName[]::new));
  }
}
