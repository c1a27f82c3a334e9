package io.cambric.compile.fusion;

import io.cambric.array.Shape;
import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A fusion group: equations of one iteration space that run as one loop. Mutable: {@link Fuser}
 * adds equations while the group is open, and {@link Rematerialization} adds copies later.
 */
public final class FusionGroup implements FusionUnit {

  /**
   * The largest body. With more instructions, a body needs more block temporaries than the near
   * caches hold. The gradient of {@code LayerNorm} fits into one body.
   */
  static final int MAX_INSTRUCTIONS = 64;

  /** The task of the loop of a group; its last equation decides. */
  public enum Kind {
    /** The loop stores values. Reductions of its rows are part of the body. */
    LOOP,

    /** The last equation folds the values of all others, and only its result is stored. */
    REDUCTION
  }

  private final Shape shape;
  private final int number;
  private final List<Node> nodes = new ArrayList<>();

  private final Set<Atom.Literal> literals = new HashSet<>();
  private final Set<Atom.Var> spreads = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Open groups that must run before this group, although their last equation may come later. */
  private final Set<FusionGroup> awaited = new LinkedHashSet<>();

  private Kind kind = Kind.LOOP;
  private boolean open = true;
  private int instructions;
  private boolean indexed;
  private boolean rows;
  private int rank;

  /**
   * Opens a group without equations.
   *
   * @param number number of the group among all groups, in the order they were opened
   */
  FusionGroup(Shape shape, int number) {
    this.shape = shape;
    this.number = number;
  }

  int number() {
    return number;
  }

  /** {@return the iteration space} */
  public Shape shape() {
    return shape;
  }

  /** {@return the kind of the loop} */
  public Kind kind() {
    return kind;
  }

  /** {@return the equations in the order of the program} */
  public List<Node> nodes() {
    return Collections.unmodifiableList(nodes);
  }

  @Override
  public int rank() {
    return rank;
  }

  /** {@return whether equations may join} */
  boolean isOpen() {
    return open;
  }

  /**
   * {@return the groups that must be complete before this group runs; some may be complete already}
   */
  Set<FusionGroup> awaited() {
    return Collections.unmodifiableSet(awaited);
  }

  /** Lets the group wait for others. */
  void await(Set<FusionGroup> groups) {
    awaited.addAll(groups);
    awaited.remove(this);
  }

  /** {@return the number of instructions that the body may still take} */
  int capacity() {
    return MAX_INSTRUCTIONS - instructions - literals.size() - spreads.size();
  }

  /** {@return the number of instructions, including constants and spreads} */
  int size() {
    return MAX_INSTRUCTIONS - capacity();
  }

  /** {@return whether the body reads the index along an iteration axis} */
  boolean usesIndex() {
    return indexed;
  }

  /** {@return whether the body reduces rows} */
  boolean hasRows() {
    return rows;
  }

  /** Adds an equation that is the code of a body. */
  void add(Node node, LoopBody body) {
    add(node);
    instructions += body.code().size();
    indexed |= body.code().stream().anyMatch(instr -> instr.op() == ScalarOp.INDEX);
    rows |= body.code().stream().anyMatch(instr -> instr.op().isRowReduction());
  }

  /** Adds an equation without code: a view of a per-row value. */
  void add(Node node) {
    nodes.add(node);
    node.join(this);
  }

  /** Counts a constant of the body; equal constants count once. */
  void addLiteral(Atom.Literal literal) {
    literals.add(literal);
  }

  /**
   * Counts a per-row value that the body broadcasts over the points of its rows; it counts once.
   */
  void addSpread(Atom.Var row) {
    spreads.add(row);
  }

  /** Absorbs another group of the same shape; neither group reads a stored result of the other. */
  void absorb(FusionGroup other) {
    other.nodes.forEach(this::add);
    other.nodes.clear();
    nodes.sort(Comparator.comparingInt(Node::position));
    instructions += other.instructions;
    literals.addAll(other.literals);
    spreads.addAll(other.spreads);
    indexed |= other.indexed;
    rows |= other.rows;
    await(other.awaited);
    other.open = false;
    other.awaited.clear();
    other.awaited.add(this); // Groups that wait for the other group now wait for this one.
  }

  /** Closes the group and gives it a place in the order of units. */
  void close(int order) {
    open = false;
    awaited.clear();
    rank = order;
  }

  /**
   * Closes the group with a reduction that folds its values. An empty group holds the reduction
   * only.
   */
  void closeWith(Node reduction) {
    add(reduction);
    kind = Kind.REDUCTION;
    open = false;
  }

  /** Moves the group to another place in the order of units. */
  void move(int order) {
    rank = order;
  }

  /** Inserts copies of equations before an equation of the group. */
  void insert(List<Node> copies, Node reader, int added) {
    nodes.addAll(nodes.indexOf(reader), copies);
    copies.forEach(copy -> copy.join(this));
    instructions += added;
  }

  /** Removes an equation whose results are no longer read. */
  void remove(Node node) {
    nodes.remove(node);
  }
}
